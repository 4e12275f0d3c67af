package io.roce.nic.link;

/** Work that falls due as time passes. One thread. */
public interface TimedWork
{
    /** The deadline of what waits for nothing. */
    long NO_DEADLINE = Long.MAX_VALUE;

    /** When the next work falls due, on the clock that it was built with; {@link #NO_DEADLINE} when none will. */
    long nextDeadlineNs();

    /**
     * Does what is due at that time or was before.
     *
     * @param nowNs of the same clock.
     * @return how much was done; 0 when nothing was due.
     */
    int poll(long nowNs);
}
