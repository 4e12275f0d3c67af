package io.roce.nic.transport;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.stats.Fate;
import io.roce.wire.Psn;
import io.roce.wire.header.AtomicEthFlyweight;
import io.roce.wire.header.NakCode;
import io.roce.wire.header.RethFlyweight;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

/**
 * READs and atomics at an RC responder: what is saved when they are accepted, and found again for duplicates. Lane
 * thread only.
 */
final class RcFetches
{
    private final Services services;
    private final RcAnswers answers;
    private final ResponderReasons reasons;

    RcFetches(final Services services, final RcAnswers answers, final ResponderReasons reasons)
    {
        this.services = services;
        this.answers = answers;
        this.reasons = reasons;
    }

    /** The last steps for a request that has passed all others: key, execution, answer. */
    Fate execute(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        return kind == RequestKind.ATOMIC ? executeAtomic(qp, packet) : executeRead(qp, packet);
    }

    /** A request that lies behind the expected PSN is answered from what was saved. */
    Fate onDuplicate(final ServedQp qp, final RocePacket packet, final RequestKind kind)
    {
        final SavedResponse saved = qp.responder.saved.find(packet.bth().psn());
        if (saved == null || saved.kind() != kind)
        {
            return Fate.DUPLICATE_DROPPED;
        }
        return kind == RequestKind.ATOMIC ? replayAtomic(qp, packet, saved) : replayRead(qp, packet, saved);
    }

    private Fate executeRead(final ServedQp qp, final RocePacket packet)
    {
        final RethFlyweight reth = packet.reth();
        final int psn = packet.bth().psn();
        final long length = reth.dmaLength();
        if (checkRead(qp, reth) != KeyVerdict.VALID)
        {
            reasons.remoteKey(qp, packet, RequestKind.RDMA_READ);
            return answers.refuse(qp, psn, NakCode.REMOTE_ACCESS);
        }

        final int packets = (int)Math.max(1, (length + qp.mtu - 1) / qp.mtu);
        final SavedResponse saved = qp.responder.saved.add();
        saved.setRead(
            psn, Psn.add(psn, packets - 1), onAccepted(qp, packets), reth.rKey(), reth.virtualAddress(), length);
        answers.answer(qp, saved);
        return Fate.REQUEST_EXECUTED;
    }

    private Fate executeAtomic(final ServedQp qp, final RocePacket packet)
    {
        final AtomicEthFlyweight atomic = packet.atomicEth();
        final int psn = packet.bth().psn();
        final long addr = atomic.virtualAddress();
        final KeyVerdict verdict = services.regions().check(
            atomic.rKey(), qp.pd, addr, Long.BYTES, AccessFlag.REMOTE_ATOMIC.bit());
        if (verdict != KeyVerdict.VALID)
        {
            reasons.remoteKey(qp, atomic.rKey(), addr, Long.BYTES, RequestKind.ATOMIC);
            return answers.refuse(qp, psn, NakCode.REMOTE_ACCESS);
        }
        if (addr % Long.BYTES != 0)
        {
            reasons.alignment(addr);
            return answers.refuse(qp, psn, NakCode.INVALID_REQUEST);
        }

        final MemoryRegion region = services.regions().find(atomic.rKey());
        final long originalData = packet.opcode() == Opcode.RC_COMPARE_SWAP ?
            region.compareSwap(addr, atomic.compareData(), atomic.swapOrAddData()) :
            region.fetchAdd(addr, atomic.swapOrAddData());
        final SavedResponse saved = qp.responder.saved.add();
        saved.setAtomic(psn, onAccepted(qp, 1), atomic.rKey(), addr, originalData);
        answers.answer(qp, saved);
        return Fate.REQUEST_EXECUTED;
    }

    /** @return the MSN of its answer. */
    private static int onAccepted(final ServedQp qp, final int packets)
    {
        final ResponderState state = qp.responder;
        state.ePsn = Psn.add(state.ePsn, packets);
        state.msn = Psn.add(state.msn, 1);
        return state.msn;
    }

    private Fate replayRead(final ServedQp qp, final RocePacket packet, final SavedResponse saved)
    {
        final RethFlyweight reth = packet.reth();
        final int psn = packet.bth().psn();
        final long offset = (long)Psn.diff(psn, saved.firstPsn()) * qp.mtu;
        final long length = reth.dmaLength();
        if (reth.rKey() != saved.rKey() ||
            reth.virtualAddress() != saved.addr() + offset ||
            length > saved.length() - offset ||
            length == 0 && saved.length() > 0)
        {
            reasons.saved(saved, reth.rKey(), reth.virtualAddress(), length);
            return Fate.DUPLICATE_DROPPED;
        }
        if (checkRead(qp, reth) != KeyVerdict.VALID)
        {
            reasons.remoteKey(qp, packet, RequestKind.RDMA_READ);
            return answers.refuse(qp, psn, NakCode.REMOTE_ACCESS);
        }
        answers.answerAgain(qp, saved, psn, reth.virtualAddress(), length);
        return Fate.DUPLICATE_REPLAYED;
    }

    private Fate replayAtomic(final ServedQp qp, final RocePacket packet, final SavedResponse saved)
    {
        final AtomicEthFlyweight atomic = packet.atomicEth();
        if (atomic.rKey() != saved.rKey() || atomic.virtualAddress() != saved.addr())
        {
            reasons.saved(saved, atomic.rKey(), atomic.virtualAddress(), Long.BYTES);
            return Fate.DUPLICATE_DROPPED;
        }
        answers.answerAgain(qp, saved, saved.firstPsn(), saved.addr(), saved.length());
        return Fate.DUPLICATE_REPLAYED;
    }

    private KeyVerdict checkRead(final ServedQp qp, final RethFlyweight reth)
    {
        return services.regions().check(
            reth.rKey(), qp.pd, reth.virtualAddress(), reth.dmaLength(), AccessFlag.REMOTE_READ.bit());
    }
}
