package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Psn;

/**
 * Sends datagrams: one packet each, to where the request says, complete when it was sent (IBTA Vol 1, section 9.8.3).
 * One whose way has no room waits there, and what is behind it. Lane thread only.
 */
final class UdRequester implements Requester
{
    private final Services services;
    private final UdRoutes routes;
    private final RequestPackets packets;

    UdRequester(final Services services, final UdRoutes routes)
    {
        this.services = services;
        this.routes = routes;
        packets = new RequestPackets(services);
    }

    @Override
    public boolean sendNext(final ServedQp qp, final boolean mayStart)
    {
        final SendQueue queue = qp.sendQueue;
        if (!mayStart || queue.isEmpty())
        {
            return false;
        }

        final SendWqe wqe = queue.get(queue.head());
        final Route route = routes.to(wqe.wr().dgid(), wqe.wr().sgidIndex(), qp);
        if (route != null && !route.isWritable())
        {
            services.doorbells().await(qp);
            return false;
        }

        final WcStatus status = send(wqe, route, qp);
        final boolean isTold = queue.complete(status, 0);
        if (status != WcStatus.SUCCESS)
        {
            services.failures().toSqe(qp);
            return false;
        }

        qp.requester.nextPsn = Psn.add(qp.requester.nextPsn, 1);
        if (!isTold)
        {
            services.failures().toErr(qp);
        }
        return isTold;
    }

    private WcStatus send(final SendWqe wqe, final Route route, final ServedQp qp)
    {
        if (wqe.length() > qp.mtu)
        {
            return WcStatus.LOC_LEN_ERR;
        }
        if (route == null)
        {
            return WcStatus.LOC_QP_OP_ERR;
        }
        return packets.sendDatagram(qp, wqe, route, qp.requester.nextPsn) == KeyVerdict.VALID ?
            WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
    }
}
