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
    int send(ServedQp qp, boolean mayStart, int budget);
}
