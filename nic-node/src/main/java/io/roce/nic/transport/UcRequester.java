package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.work.SendQueue;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.WcStatus;
import io.roce.wire.Psn;

/**
 * Sends the requests of unreliable connections: nothing is answered, and a request is complete when its last packet was
 * sent (IBTA Vol 1, section 9.8.2). Lane thread only.
 */
final class UcRequester implements Requester
{
    private final Services services;
    private final RequestPackets packets;

    UcRequester(final Services services)
    {
        this.services = services;
        packets = new RequestPackets(services);
    }

    @Override
    public boolean sendNext(final ServedQp qp, final boolean mayStart)
    {
        final SendQueue queue = qp.sendQueue;
        if (queue.isEmpty())
        {
            return false;
        }

        final SendWqe wqe = queue.get(queue.head());
        if (!wqe.isStarted())
        {
            if (!mayStart)
            {
                return false;
            }
            if (services.scatterGather().check(wqe, qp.pd) != KeyVerdict.VALID)
            {
                return fail(qp);
            }
            final int firstPsn = qp.requester.nextPsn;
            wqe.start(firstPsn, Psn.add(firstPsn, RequestPackets.packets(wqe, qp.mtu) - 1));
        }

        final long offset = wqe.bytesSent();
        final int length = (int)Math.min(qp.mtu, wqe.length() - offset);
        if (packets.sendSegment(qp, wqe, qp.requester.nextPsn, offset, length, false) != KeyVerdict.VALID)
        {
            return fail(qp);
        }
        qp.requester.nextPsn = Psn.add(qp.requester.nextPsn, 1);
        wqe.bytesSent(offset + length);
        if (wqe.bytesSent() == wqe.length() && !queue.complete(WcStatus.SUCCESS, 0))
        {
            services.failures().toErr(qp);
            return false;
        }
        return true;
    }

    private boolean fail(final ServedQp qp)
    {
        qp.sendQueue.complete(WcStatus.LOC_PROT_ERR, 0);
        services.failures().toSqe(qp);
        return false;
    }
}
