package io.roce.tools.replay;

/**
 * When each packet of a loop is due, in nanoseconds from the loop's start. Never before the one in front of it,
 * whatever the capture's times say. Not thread-safe.
 */
final class Timetable
{
    private final Pace pace;
    private long index;
    private long firstNs;
    private long dueNs;

    Timetable(final Pace pace)
    {
        this.pace = pace;
    }

    /** From here on it is another loop's. */
    void restart()
    {
        index = 0;
        dueNs = 0;
    }

    boolean isAtStart()
    {
        return index == 0;
    }

    /** When the next packet is due, which was recorded then. */
    long nextNs(final long timestampNs)
    {
        if (index == 0)
        {
            firstNs = timestampNs;
        }
        final long offsetNs = pace.intervalNs() > 0 ?
            (long)(index * pace.intervalNs()) : (long)((timestampNs - firstNs) / pace.speed());
        index++;
        dueNs = Math.max(dueNs, offsetNs);
        return dueNs;
    }
}
