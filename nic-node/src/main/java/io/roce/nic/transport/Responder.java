package io.roce.nic.transport;

/** Sends responses that take more than one turn. Lane thread only. */
interface Responder
{
    /**
     * A queue pair's turn.
     *
     * @param budget packets, at least 1.
     * @return packets sent; fewer than the budget when there is nothing more.
     */
    int respond(ServedQp qp, int budget);
}
