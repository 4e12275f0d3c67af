package io.roce.nic.transport;

/** Sends what is posted to queue pairs of one transport. Lane thread only. */
interface Requester
{
    /**
     * A queue pair's turn.
     *
     * @param mayStart whether requests may be begun, and not only those be ended that are: not in SQD.
     * @param budget   packets, at least 1.
     * @return packets sent; fewer than the budget when nothing more may be sent now.
     */
    default int send(final ServedQp qp, final boolean mayStart, final int budget)
    {
        int sent = 0;
        while (sent < budget && sendNext(qp, mayStart))
        {
            sent++;
        }
        return sent;
    }

    /** Sends one packet; false when none may be sent now. Arguments as of {@link #send}. */
    boolean sendNext(ServedQp qp, boolean mayStart);
}
