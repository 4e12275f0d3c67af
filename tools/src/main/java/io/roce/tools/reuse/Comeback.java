package io.roce.tools.reuse;

/** How a number gets to its next connection. */
enum Comeback
{
    /** The queue pair is destroyed, and another one is created. */
    REISSUE("reissue"),
    /** The queue pair goes through RESET and is brought up to another peer. */
    RESET("reset");

    private final String label;

    Comeback(final String label)
    {
        this.label = label;
    }

    /** As on the command line and in CSV. */
    String label()
    {
        return label;
    }
}
