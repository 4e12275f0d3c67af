package io.roce.tools;

/** What the process ends with. */
final class ExitStatus
{
    static final int DONE = 0;

    /** What was asked for did not hold, or was refused. */
    static final int FAILED = 1;

    /** The command line was wrong. */
    static final int USAGE = 2;

    /** A node could not be reached. */
    static final int UNREACHABLE = 3;

    private ExitStatus()
    {
    }
}
