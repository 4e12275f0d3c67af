package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.fault.EgressFaults;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.fault.IngressFaults;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.link.Egress;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.rx.FateListener;
import io.roce.nic.rx.ReceivePath;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.Ledger;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerifier;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** All of a node but sockets, threads and the admin server, on a wire in memory. */
final class Adapter
{
    static final QpCap CAP = new QpCap(64, 64, 4, 4, 1_024);
    static final int FIRST_QPN = 0x100;
    static final int LAST_QPN = 0x1FF;

    final CachedNanoClock clock;
    final Ports ports;
    final Resources resources;
    final QueuePairs queuePairs;
    final Ledger ledger = new Ledger();
    final List<Throwable> errors = new ArrayList<>();
    final ProtectionDomain pd;
    final CompletionQueue cq;

    private final Map<GidEntry, Egress> egresses = new HashMap<>();

    /** @param rules of faults, as text. */
    Adapter(
        final MemoryNetwork network,
        final CachedNanoClock clock,
        final Port port,
        final Profile profile,
        final long seed,
        final String... rules) throws VerbsException
    {
        this.clock = clock;
        ports = Ports.of(port);
        resources = Resources.of(4, 64, 16, new SplittableRandom(seed));
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                FIRST_QPN, LAST_QPN, LAST_QPN - FIRST_QPN + 1, QueuePairsFixture.policies("none"),
                QpTableKind.TWO_LEVEL, new QpCacheConfig(2, 2), ports),
            clock,
            new SplittableRandom(seed),
            resolver -> new Transport(ports, egresses::get, resources, resolver, clock, profile));
        pd = resources.pds().allocPd();
        cq = resources.cqs().createCq(4_096, () -> { });

        final ReceivePath receivePath = new ReceivePath(
            FIRST_QPN, LAST_QPN, queuePairs.resolver(), queuePairs.transport(), new IcrcVerifier(IcrcMode.STRICT),
            ledger, FateListener.NONE, errors::add);
        final FaultConfig faults = new FaultConfig(
            Arrays.stream(rules).map(FaultRule::parse).toList(), seed, FaultConfig.DEFAULT_CAPACITY);
        final IngressFaults ingress = new IngressFaults(
            faults, clock, ledger, FateListener.NONE, receivePath::onAccounted);
        network.add(ingress);
        final EgressFaults egress = new EgressFaults(faults, clock);
        network.add(egress);
        for (final GidEntry gid : ports.gids())
        {
            egresses.put(gid, egress.inFrontOf(network.attach(gid, ingress)));
        }
        network.add(queuePairs.transport());
    }

    /** The way out from the first address. */
    Egress egress()
    {
        return egresses.get(ports.gids().get(0));
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
        return ledger.snapshot().count(fate);
    }

    /** What holds at any time, whatever the wire did. */
    void requireSound()
    {
        assertEquals(List.of(), errors);
        assertTrue(ledger.snapshot().isBalanced(), ledger.snapshot()::toString);
        assertEquals(0, count(Fate.INTERNAL_ERROR));
    }
}
