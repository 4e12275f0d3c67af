package io.roce.nic.transport;

import io.roce.nic.MemoryNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.FateListener;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.wire.icrc.IcrcMode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** An adapter on a wire in memory, with a domain and a completion queue for whatever it is to do. */
final class Adapter
{
    static final QpCap CAP = new QpCap(64, 64, 4, 4, 1_024);
    static final int FIRST_QPN = 0x100;
    static final int LAST_QPN = 0x1FF;

    final Ports ports;
    final Resources resources;
    final QueuePairs queuePairs;
    final List<Throwable> errors = new ArrayList<>();
    final ProtectionDomain pd;
    final CompletionQueue cq;

    private final MemoryNode node;

    /** @param rules of faults, as text. */
    Adapter(
        final MemoryNetwork network,
        final Port port,
        final Profile profile,
        final long seed,
        final String... rules) throws VerbsException
    {
        ports = Ports.of(port);
        node = MemoryNode.open(
            new NicNodeConfig()
                .ports(ports)
                .qpns(FIRST_QPN, LAST_QPN)
                .maxQps(LAST_QPN - FIRST_QPN + 1)
                .quarantine(QuarantinePolicy.NONE)
                .cache(new QpCacheConfig(2, 2))
                .icrcMode(IcrcMode.STRICT)
                .profile(profile)
                .faults(new FaultConfig(
                    Arrays.stream(rules).map(FaultRule::parse).toList(), seed, FaultConfig.DEFAULT_CAPACITY)),
            network,
            new SplittableRandom(seed),
            FateListener.NONE,
            errors::add);
        queuePairs = node.queuePairs();
        resources = queuePairs.resources();
        pd = resources.pds().allocPd();
        cq = resources.cqs().createCq(4_096, () -> { });
    }

    LedgerSnapshot ledger()
    {
        return node.ledger();
    }

    QpInit init()
    {
        return new QpInit(pd, CAP, true, cq, cq);
    }

    QpEnd create(final QpType type) throws VerbsException
    {
        return create(type, init());
    }

    QpEnd create(final QpType type, final QpInit init) throws VerbsException
    {
        return new QpEnd(this, queuePairs.create(type, 1, false, init).get(0), init, type);
    }

    /** New memory, which may be accessed in all ways; its bytes tell their place. */
    MemoryRegion memory(final int length) throws VerbsException
    {
        final ByteBuffer buffer = ByteBuffer.allocateDirect(length);
        for (int i = 0; i < length; i++)
        {
            buffer.put(i, (byte)(i * 31 + i / 251));
        }
        return resources.regions().regMr(pd, new MrInit(buffer, AccessFlag.ALL).invalidatable());
    }

    /** New memory of zeros. */
    MemoryRegion zeros(final int length) throws VerbsException
    {
        return resources.regions().regMr(
            pd, new MrInit(ByteBuffer.allocateDirect(length), AccessFlag.ALL).invalidatable());
    }

    static byte[] bytes(final MemoryRegion region, final long offset, final int length)
    {
        final byte[] bytes = new byte[length];
        region.getBytes(region.addr() + offset, bytes, 0, length);
        return bytes;
    }

    long count(final Fate fate)
    {
        return ledger().count(fate);
    }

    /** What holds at any time, whatever the wire did. */
    void requireSound()
    {
        assertEquals(List.of(), errors);
        assertTrue(ledger().isBalanced(), ledger()::toString);
        assertEquals(0, count(Fate.INTERNAL_ERROR));
    }
}
