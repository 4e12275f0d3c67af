package io.roce.nic.transport;

/** Sends responses that take more than one turn. Lane thread only. */
interface Responder
{
    /**
     * A queue pair's turn.
     *
     * @param budget packets, at least 1.
     * @return packets sent. When more is due, the doorbell has been rung, or is when a pause ends.
     */
    int respond(ServedQp qp, int budget);
}
