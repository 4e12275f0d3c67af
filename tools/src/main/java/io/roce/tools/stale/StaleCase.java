package io.roce.tools.stale;

/** What becomes of the queue pair that the old peer goes on sending to. */
enum StaleCase
{
    /** It is destroyed, and its number given away again. */
    DESTROY("destroy"),
    /** It goes through RESET and up again, to another connection, and keeps its number. */
    RESET("reset"),
    /** Its number is given away at once, and each PSN of the old peer's tried; on an adapter in memory. */
    PSN("psn");

    private final String label;

    StaleCase(final String label)
    {
        this.label = label;
    }

    /** As on the command line and in JSON. */
    String label()
    {
        return label;
    }
}
