package io.roce.tools.cli;

/** What the process ends with. */
public final class ExitStatus
{
    public static final int DONE = 0;

    /** What was asked for did not hold, or was refused. */
    public static final int FAILED = 1;

    /** The command line was wrong. */
    public static final int USAGE = 2;

    /** A node could not be reached. */
    public static final int UNREACHABLE = 3;

    private ExitStatus()
    {
    }
}
