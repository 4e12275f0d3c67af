package io.roce.nic.work;

/**
 * One completion queue at one moment, for other threads.
 *
 * @param handle       of the queue.
 * @param cqe          completions that it holds at most.
 * @param completions  that wait to be polled.
 * @param lost         completions that found no room; more than 0 when it has overflowed.
 * @param workQueues   send and receive queues that complete there.
 */
public record CqFigures(int handle, int cqe, int completions, long lost, int workQueues)
{
    /** The same queue with what another lane has of it. */
    CqFigures plus(final int completions, final long lost, final int workQueues)
    {
        return new CqFigures(
            handle, cqe, this.completions + completions, this.lost + lost, this.workQueues + workQueues);
    }
}
