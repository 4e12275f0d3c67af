package io.roce.nic.transport;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWqe;
import io.roce.nic.work.SendWr;
import io.roce.wire.header.AtomicEthFlyweight;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/** Writes and sends the packets of requests, for all transports. Lane thread only. */
final class RequestPackets
{
    private final Services services;

    RequestPackets(final Services services)
    {
        this.services = services;
    }

    /** PSNs that a request uses up: of a READ as many as its responses have. */
    static int packets(final SendWqe wqe, final int mtu)
    {
        return wqe.length() == 0 ? 1 : (int)((wqe.length() + mtu - 1) / mtu);
    }

    /**
     * Sends one packet of a SEND or an RDMA WRITE over a connection.
     *
     * @param offset of its first byte within the message.
     * @param length of its payload.
     * @return what stood against it; nothing was sent then.
     */
    KeyVerdict sendSegment(
        final ServedQp qp,
        final SendWqe wqe,
        final int psn,
        final long offset,
        final int length,
        final boolean isAckRequest)
    {
        final Opcode opcode = RequestOpcodes.of(qp.type.transport(), wqe.wr().opcode())
            .opcode(offset == 0, offset + length == wqe.length());
        final RocePacket packet = services.writer().begin(qp.route, opcode, length);
        final KeyVerdict verdict = gather(qp, wqe, packet, offset, length);
        if (verdict == KeyVerdict.VALID)
        {
            base(packet, qp, wqe, qp.destQpn, psn, isAckRequest);
            if (opcode.has(HeaderType.RETH))
            {
                remote(packet, wqe, 0);
            }
            services.writer().end();
        }
        return verdict;
    }

    /** Asks for what is not here yet of a READ, or for an atomic. */
    void sendFetch(final ServedQp qp, final SendWqe wqe, final int psn)
    {
        final SendWr wr = wqe.wr();
        final Opcode opcode = RequestOpcodes.of(qp.type.transport(), wr.opcode()).opcode(true, true);
        final RocePacket packet = services.writer().begin(qp.route, opcode, 0);
        base(packet, qp, wqe, qp.destQpn, psn, true);
        switch (wr.opcode())
        {
            case RDMA_READ -> remote(packet, wqe, wqe.bytesDone());
            case ATOMIC_CMP_AND_SWP -> atomic(packet, wr).swapOrAddData(wr.swap()).compareData(wr.compareAdd());
            case ATOMIC_FETCH_AND_ADD -> atomic(packet, wr).swapOrAddData(wr.compareAdd());
            default -> throw new IllegalStateException(wr.opcode() + " brings nothing back");
        }
        services.writer().end();
    }

    /**
     * Sends a UD message.
     *
     * @param route to where it is to go.
     * @return what stood against it; nothing was sent then.
     */
    KeyVerdict sendDatagram(final ServedQp qp, final SendWqe wqe, final Route route, final int psn)
    {
        final Opcode opcode = RequestOpcodes.of(qp.type.transport(), wqe.wr().opcode()).opcode(true, true);
        final int length = (int)wqe.length();
        final RocePacket packet = services.writer().begin(route, opcode, length);
        final KeyVerdict verdict = gather(qp, wqe, packet, 0, length);
        if (verdict == KeyVerdict.VALID)
        {
            base(packet, qp, wqe, wqe.wr().remoteQpn(), psn, false);
            // The privileged half of all Q_Keys: the queue pair's own stands in for it (IBTA Vol 1, section 10.2.5).
            final int qKey = wqe.wr().remoteQkey();
            packet.deth().qKey(qKey < 0 ? qp.qKey : qKey).srcQp(qp.qpn);
            services.writer().end();
        }
        return verdict;
    }

    private KeyVerdict gather(
        final ServedQp qp, final SendWqe wqe, final RocePacket packet, final long offset, final int length)
    {
        return services.scatterGather().gather(
            wqe, qp.pd, offset, services.writer().array(), packet.payloadOffset(), length);
    }

    private static void base(
        final RocePacket packet,
        final ServedQp qp,
        final SendWqe wqe,
        final int destQpn,
        final int psn,
        final boolean isAckRequest)
    {
        final Opcode opcode = packet.opcode();
        final SendWr wr = wqe.wr();
        packet.bth()
            .pKey(qp.pKey)
            .destQp(destQpn)
            .psn(psn)
            .isAckRequest(isAckRequest)
            .isSolicitedEvent(opcode.isEnd() && isSolicited(wr));
        if (opcode.has(HeaderType.IMM_DT))
        {
            packet.immDt().immediateData(wr.immData());
        }
        if (opcode.has(HeaderType.IETH))
        {
            packet.ieth().rKey(wr.invalidateRkey());
        }
    }

    /** Only what uses up a receive can be waited for. */
    private static boolean isSolicited(final SendWr wr)
    {
        return SendFlag.SOLICITED.isIn(wr.flags()) && switch (wr.opcode())
        {
            case SEND, SEND_WITH_IMM, SEND_WITH_INV, RDMA_WRITE_WITH_IMM -> true;
            case RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> false;
        };
    }

    private static void remote(final RocePacket packet, final SendWqe wqe, final long offset)
    {
        packet.reth()
            .virtualAddress(wqe.wr().remoteAddr() + offset)
            .rKey(wqe.wr().rkey())
            .dmaLength(wqe.length() - offset);
    }

    private static AtomicEthFlyweight atomic(final RocePacket packet, final SendWr wr)
    {
        return packet.atomicEth().virtualAddress(wr.remoteAddr()).rKey(wr.rkey());
    }
}
