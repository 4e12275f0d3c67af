package io.roce.nic.transport;

/** How far a queue pair's responder has come. */
final class ResponderState
{
    /** PSN that the next new request must have. */
    int ePsn;

    /** Messages completed, 24 bits; READs and atomics count when they are accepted. */
    int msn;

    /** As new, in RESET. */
    void reset()
    {
        ePsn = 0;
        msn = 0;
    }
}
