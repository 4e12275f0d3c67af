package io.roce.nic.transport;

/**
 * How far a queue pair's requester has come. The cursor, which says what is sent next, is in the send queue:
 * {@link io.roce.nic.work.SendQueue#next()} and the {@link io.roce.nic.work.SendWqe#bytesSent()} of that request.
 */
final class RequesterState
{
    /** No PSN. */
    static final int NONE = -1;

    /** PSN of the next packet that was never sent. */
    int nextPsn;

    /** Oldest PSN that is not acknowledged. */
    int unackedPsn;

    /** PSNs that were acknowledged since {@link #start}: what is farther behind was never sent. */
    long ackedPsns;

    /** READs and atomics that were sent, and sent again, and not answered. */
    int outstandingFetches;

    /** How often was gone back since the last progress: for what was lost, and since no receive was posted. */
    int retries;
    int rnrRetries;

    /** The peer had no receive posted, and nothing is sent until the timer expires. */
    boolean isRnrWaiting;

    /** Where an answer past it has led to a READ or an atomic being asked for again: not twice for the same. */
    int askedAgainPsn = NONE;

    /** Where the READ under way was asked for from its middle: its answer may begin anew there. */
    int resumedPsn = NONE;

    /** A completion found no room: the queue pair cannot go on. */
    boolean isCompletionLost;

    // Of Timers: see there.

    boolean isTimerArmed;
    long deadlineNs;
    int timerEpoch;
    long wakeNs;
    int timerPlace = NONE;

    /** The queue pair comes to RTS from RTR, and its first request is to have that PSN. */
    void start(final int sqPsn)
    {
        nextPsn = sqPsn;
        unackedPsn = sqPsn;
        ackedPsns = 0;
    }

    /** As new, in RESET; its timer must be cancelled besides. */
    void reset()
    {
        start(0);
        outstandingFetches = 0;
        retries = 0;
        rnrRetries = 0;
        isRnrWaiting = false;
        askedAgainPsn = NONE;
        resumedPsn = NONE;
        isCompletionLost = false;
    }
}
