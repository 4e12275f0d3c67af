package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.RecvWqe;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SgeList;
import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WcOpcode;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.NakCode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

/**
 * What a UD queue pair does with messages, each of one packet (IBTA Vol 1, section 9.8): it has a receive with room for
 * the message and the 40 bytes in front of it, or it is dropped. PSNs are not looked at. Lane thread only.
 */
final class UdResponder
{
    private final Services services;
    private final ResponderReasons reasons;
    private final UdNetworkHeader networkHeader = new UdNetworkHeader();
    private final WorkCompletion completion = new WorkCompletion();

    UdResponder(final Services services)
    {
        this.services = services;
        reasons = new ResponderReasons(services);
    }

    /** A request passed admission. */
    Fate onRequest(final RoceDatagram datagram, final ServedQp qp)
    {
        final RocePacket packet = datagram.packet();
        final RecvWqe wqe = qp.recvQueue.oldest();
        if (wqe == null)
        {
            reasons.noReceive();
            return Fate.NO_RECEIVE_POSTED;
        }
        if (RecvWr.GRH_LENGTH + packet.payloadLength() > wqe.length())
        {
            reasons.receiveLength(wqe, RecvWr.GRH_LENGTH + packet.payloadLength());
            if (services.profile().isFailedByTooLong())
            {
                fail(qp, WcStatus.LOC_QP_OP_ERR);
            }
            return Fate.RECEIVE_TOO_SMALL;
        }
        if (place(datagram, qp, wqe) != KeyVerdict.VALID)
        {
            reasons.receiveMemory(qp);
            fail(qp, services.profile().receiveStatus(NakCode.REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR));
            return Fate.RECEIVE_MEMORY_REFUSED;
        }
        if (!complete(packet, qp))
        {
            reasons.completionQueue(qp.recvCq.capacity());
            services.failures().toErr(qp);
            return Fate.CQ_OVERFLOW;
        }
        return Fate.REQUEST_EXECUTED;
    }

    private void fail(final ServedQp qp, final WcStatus status)
    {
        qp.recvQueue.complete(completion.clear().status(status, 0).opcode(WcOpcode.RECV));
        services.failures().toErr(qp);
    }

    private KeyVerdict place(final RoceDatagram datagram, final ServedQp qp, final RecvWqe wqe)
    {
        final KeyVerdict verdict = services.scatterGather().check(wqe, qp.pd);
        if (verdict != KeyVerdict.VALID)
        {
            return verdict;
        }

        final RocePacket packet = datagram.packet();
        final SgeList sges = wqe.wr().sges();
        services.scatterGather().scatter(
            sges, qp.pd, 0, networkHeader.read(datagram.envelope()), 0, RecvWr.GRH_LENGTH);
        return services.scatterGather().scatter(
            sges,
            qp.pd,
            RecvWr.GRH_LENGTH,
            packet.buffer().byteArray(),
            packet.payloadOffset(),
            packet.payloadLength());
    }

    private boolean complete(final RocePacket packet, final ServedQp qp)
    {
        final boolean hasImmediate = packet.has(HeaderType.IMM_DT);
        return qp.recvQueue.complete(completion.clear()
            .opcode(WcOpcode.RECV)
            .byteLen(RecvWr.GRH_LENGTH + packet.payloadLength())
            .srcQp(packet.deth().srcQp())
            .flags(WcFlag.GRH.bit() | (hasImmediate ? WcFlag.WITH_IMM.bit() : 0))
            .immData(hasImmediate ? packet.immDt().immediateData() : 0)
            .pkeyIndex(qp.pkeyIndex)
            .solicited(packet.bth().isSolicitedEvent()));
    }
}
