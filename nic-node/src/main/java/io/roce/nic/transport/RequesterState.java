package io.roce.nic.transport;

/** How far a queue pair's requester has come. */
final class RequesterState
{
    /** PSN of the next packet that was never sent. */
    int nextPsn;

    /** Oldest PSN that is not acknowledged. */
    int unackedPsn;

    /** As new, in RESET. */
    void reset()
    {
        nextPsn = 0;
        unackedPsn = 0;
    }
}
