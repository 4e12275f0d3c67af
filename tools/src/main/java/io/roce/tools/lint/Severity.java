package io.roce.tools.lint;

import java.util.Locale;

/** How bad a finding is. */
public enum Severity
{
    /** Worth knowing; nothing is wrong. */
    INFO,
    /** Something was lost, repeated, refused for the moment, or is odd. */
    WARNING,
    /** A packet breaks the rules or does not fit its ICRC, or a connection failed. */
    ERROR;

    /** As it is printed and written on the command line. */
    public String label()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
