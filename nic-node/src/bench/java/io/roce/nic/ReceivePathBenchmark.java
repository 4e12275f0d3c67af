package io.roce.nic;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpModification;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.FateListener;
import io.roce.wire.codec.DatagramReader;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A packet from the bytes that a socket has to its fate: copied, read, through fault rules without a rule and all
 * checks to a queue pair without work queues, counted. Beside it what the copy takes, and the ICRC of the same packet.
 */
@State(Scope.Thread)
@Baseline("icrc")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class ReceivePathBenchmark
{
    private static final GidEntry GID = new GidEntry(1, 0, SentPackets.NODE);
    private static final int PEER_QPN = 0x1234;
    private static final long SEED = 0x5EED;

    @Param({"64", "1080"})
    private int length;

    /** Live queue pairs, which packets name by turns in no order; a power of two. */
    @Param({"1", "1024"})
    private int live;

    @Param({"false", "true"})
    private boolean isCached;

    private final DatagramReader reader = new DatagramReader(SentPackets.NODE);
    private final Icrc icrc = new Icrc();
    private final RoceDatagram resting = new RoceDatagram();
    private byte[][] packets;
    private MemoryNode node;
    private int next;

    @Setup
    public void open() throws VerbsException
    {
        node = MemoryNode.open(
            new NicNodeConfig().bind(SentPackets.NODE).cache(isCached ?
                new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT) :
                QpCacheConfig.OFF),
            new MemoryNetwork(new CachedNanoClock(), 0, 1),
            new SplittableRandom(SEED),
            FateListener.NONE,
            failure ->
            {
                throw new IllegalStateException("the adapter has failed", failure);
            });
        reader.sender(SentPackets.PEER.getAddress().getAddress(), SentPackets.PEER.getPort());
        packets = new byte[live][];
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < live; i++)
        {
            bringUp(SentPackets.FIRST_QPN + i);
            SentPackets.send(SentPackets.FIRST_QPN + i, i, length, resting);
            final int place = random.nextInt(i + 1);
            packets[i] = packets[place];
            packets[place] = new byte[length];
            resting.envelope().buffer().getBytes(Envelope.PACKET_OFFSET, packets[place]);
        }
    }

    @Benchmark
    public void receive()
    {
        node.ingress().onDatagram(copied(), GID);
    }

    /** To take off, for what the checks alone take. */
    @Benchmark
    public RoceDatagram copied()
    {
        next = next + 1 & live - 1;
        System.arraycopy(packets[next], 0, reader.array(), Envelope.PACKET_OFFSET, length);
        return reader.read(length, 0);
    }

    @Benchmark
    public int icrc()
    {
        return icrc.compute(resting.envelope(), length);
    }

    @TearDown
    public void close()
    {
        final LedgerSnapshot ledger = node.ledger();
        node.close();
        if (!ledger.isBalanced() || ledger.count(Fate.DELIVERED_REQUEST) != ledger.received())
        {
            throw new IllegalStateException("the ledger does not balance, or not every packet was delivered");
        }
    }

    private void bringUp(final int qpn) throws VerbsException
    {
        node.queuePairs().createWithQpn(QpType.RC, qpn);
        node.queuePairs().modify(qpn, new QpModification(QpState.INIT, null, new QpAttributes()
            .put(QpAttribute.PKEY_INDEX, 0)
            .put(QpAttribute.PORT_NUM, 1)
            .put(QpAttribute.QP_ACCESS_FLAGS, AccessFlag.ALL)));
        node.queuePairs().modify(qpn, new QpModification(QpState.RTR, null, new QpAttributes()
            .dgid(SentPackets.PEER.getAddress())
            .put(QpAttribute.PATH_MTU, 256)
            .put(QpAttribute.DEST_QP_NUM, PEER_QPN)
            .put(QpAttribute.RQ_PSN, 0)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, 1)
            .put(QpAttribute.MIN_RNR_TIMER, 0)));
    }
}
