package io.roce.tools.qp;

/**
 * How long an RC queue pair transmits a request that is not answered.
 *
 * @param timeout  code of its acknowledgement timeout, 0 to 31.
 * @param retryCnt its retransmissions, 0 to 7.
 */
public record AckTimers(int timeout, int retryCnt)
{
    /** The usual ones: 4.096 us times 2^14 is 67 ms, and 7 is the largest number that the field holds. */
    public static final AckTimers DEFAULT = new AckTimers(14, 7);
}
