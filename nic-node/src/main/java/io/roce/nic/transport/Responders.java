package io.roce.nic.transport;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.packet.RoceDatagram;

/** The responders of all transports. Lane thread only. */
final class Responders
{
    private final RcResponder rc;
    private final UcResponder uc;
    private final UdResponder ud;

    Responders(final Services services)
    {
        rc = new RcResponder(services);
        uc = new UcResponder(services);
        ud = new UdResponder(services);
    }

    /**
     * A request passed admission.
     *
     * @return how it ends.
     */
    Fate onRequest(final RoceDatagram datagram, final ServedQp qp)
    {
        return switch (qp.type)
        {
            case RC -> rc.onRequest(datagram, qp);
            case UC -> uc.onRequest(datagram, qp);
            case UD -> ud.onRequest(datagram, qp);
        };
    }

    /**
     * A packet to an RC queue pair whose opcode is a reserved one of RC.
     *
     * @return {@link Fate#MALFORMED_UNKNOWN_OPCODE} when it was dropped.
     */
    Fate onReservedOpcode(final ServedQp qp, final int psn)
    {
        return rc.onReservedOpcode(qp, psn);
    }

    /**
     * A queue pair's turn to send answers that are due.
     *
     * @param budget packets at most.
     * @return packets that were sent. When more is due, the doorbell has been rung, or is when a pause ends.
     */
    int respond(final ServedQp qp, final int budget)
    {
        return qp.type == QpType.RC ? rc.respond(qp, budget) : 0;
    }
}
