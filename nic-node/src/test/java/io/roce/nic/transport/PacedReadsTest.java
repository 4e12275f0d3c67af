package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.DatagramHandler;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryNetwork;
import io.roce.nic.link.Port;
import io.roce.nic.link.TimedWork;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.wire.Psn;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * READs of a peer that takes packets more slowly than they could be sent, has room for some, and asks for what is
 * missing only when its timer has expired, as rxe does.
 */
class PacedReadsTest
{
    private static final int MTU = 256;
    private static final int READ_LENGTH = 1 << 20;
    private static final int READ_PACKETS = READ_LENGTH / MTU;
    private static final int READS = 20;
    private static final int NEEDED = READS * READ_PACKETS;
    private static final int MAX_TIMEOUTS = 10;
    private static final int FIRST_PSN = 0xFF_F000;

    private final TwoAdapters wire;
    private final QpEnd responder;
    private final MemoryRegion region;

    PacedReadsTest() throws VerbsException
    {
        wire = new TwoAdapters(false, 4_096, 1 << 14, Profile.IBTA, 1);
        responder = wire.right.create(QpType.RC);
        region = wire.right.memory(READ_LENGTH);
    }

    /**
     * Without a pace each time that the timer runs brings what there is room for, so there are at least
     * {@code NEEDED / (room + what is taken while a READ leaves)} of them: 80 with room for 1,000. From 64,000 packets
     * a second, a few halvings come to any of these rates.
     *
     * @param rate   packets that the peer takes a second.
     * @param room   packets that wait there at most.
     * @param millis of the peer's timer.
     */
    @ParameterizedTest
    @CsvSource({
        "5000, 1000, 268", "20000, 32, 67", "20000, 1000, 268", "20000, 1000, 1000", "80000, 32, 67",
        "80000, 1000, 1000"})
    void shouldComeToThePaceOfThePeer(final int rate, final int room, final int millis) throws VerbsException
    {
        final SlowPeer peer = connect(rate, room, millis);
        peer.readAll();

        assertEquals(Psn.add(FIRST_PSN, NEEDED), peer.expectedPsn);
        final long idealNs = TimeUnit.SECONDS.toNanos(NEEDED) / rate;
        final long timeoutsNs = peer.timeouts * TimeUnit.MILLISECONDS.toNanos(millis);
        assertTrue(
            wire.clock.nanoTime() <= 2 * idealNs + timeoutsNs,
            () -> "%d ns, of them %d for timeouts, and %d at best".formatted(
                wire.clock.nanoTime(), timeoutsNs, idealNs));
        assertEquals(QpState.RTS, responder.state());
        wire.right.requireSound();
    }

    @Test
    void shouldLoseNothingAtAPeerThatIsFast() throws VerbsException
    {
        final SlowPeer peer = connect(2_000_000, 1_000, 67);
        peer.readAll();

        assertEquals(Psn.add(FIRST_PSN, NEEDED), peer.expectedPsn);
        assertEquals(0, peer.timeouts);
        assertEquals(NEEDED, peer.arrived);
        // 16 packets in 250 us, soon more: less than half of what this takes at the first pace, which is 1.28 s.
        assertTrue(wire.clock.nanoTime() < TimeUnit.MILLISECONDS.toNanos(640), () -> wire.clock.nanoTime() + " ns");
    }

    /** As fast as a burst leaves, with the pause behind it: neither too early nor forgotten. */
    @Test
    void shouldSendABurstEachQuarterOfAMillisecond() throws VerbsException
    {
        final SlowPeer peer = connect(2_000_000, 1_000, 67);
        peer.begin();
        wire.network.advance(2_000);
        for (int bursts = 1; bursts <= 4; bursts++)
        {
            assertEquals(16 * bursts, peer.arrived, bursts + " bursts");
            wire.network.advance(250_000);
        }
    }

    /** What pauses is no more when the pause ends. */
    @Test
    void shouldForgetAPauseWithItsConnection() throws VerbsException
    {
        final SlowPeer peer = connect(2_000_000, 1_000, 67);
        peer.begin();
        wire.network.advance(2_000);
        assertEquals(16, peer.arrived);
        responder.modify(QpState.RESET);
        wire.network.advance(1_000_000);
        assertEquals(16, peer.arrived);

        connect(peer);
        peer.begin();
        wire.network.advance(2_000);
        assertEquals(32, peer.arrived);
        responder.destroy();
        wire.network.advance(1_000_000);
        assertEquals(32, peer.arrived);
        wire.right.requireSound();
    }

    private SlowPeer connect(final int rate, final int room, final int millis) throws VerbsException
    {
        final GidEntry gid = Port.of(1, new InetSocketAddress("127.20.7.3", Envelope.ROCE_PORT)).gids().get(0);
        final SlowPeer peer = new SlowPeer(
            TimeUnit.SECONDS.toNanos(1) / rate, room, TimeUnit.MILLISECONDS.toNanos(millis));
        peer.endpoint = wire.network.attach(gid, peer);
        wire.network.add(peer);
        connect(peer);
        return peer;
    }

    private void connect(final SlowPeer peer) throws VerbsException
    {
        responder.toInit();
        responder.modify(QpState.RTR, new QpAttributes()
            .dgid(peer.endpoint.localAddress().getAddress())
            .put(QpAttribute.PATH_MTU, MTU)
            .put(QpAttribute.DEST_QP_NUM, 0x77)
            .put(QpAttribute.RQ_PSN, FIRST_PSN)
            .put(QpAttribute.MAX_DEST_RD_ATOMIC, SlowPeer.OUTSTANDING)
            .put(QpAttribute.MIN_RNR_TIMER, 12));
        responder.toRts(0);
    }

    private final class SlowPeer implements DatagramHandler, TimedWork
    {
        private static final int OUTSTANDING = 8;

        private final long perPacketNs;
        private final int room;
        private final long timeoutNs;
        private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
        private MemoryNetwork.Endpoint endpoint;
        private long takeNs;
        private long timerNs = NO_DEADLINE;
        private int asked;
        private int expectedPsn;
        private int arrived;
        private int timeouts;

        SlowPeer(final long perPacketNs, final int room, final long timeoutNs)
        {
            this.perPacketNs = perPacketNs;
            this.room = room;
            this.timeoutNs = timeoutNs;
        }

        void readAll()
        {
            begin();
            wire.run();
        }

        /** Of a connection. */
        void begin()
        {
            asked = 0;
            expectedPsn = FIRST_PSN;
            timerNs = wire.clock.nanoTime() + timeoutNs;
            askNext();
        }

        @Override
        public void onDatagram(final RoceDatagram datagram, final GidEntry arrivedAt)
        {
            arrived++;
            if (waiting.size() < room)
            {
                if (waiting.isEmpty())
                {
                    takeNs = wire.clock.nanoTime() + perPacketNs;
                }
                waiting.add(datagram.packet().bth().psn());
            }
        }

        @Override
        public long nextDeadlineNs()
        {
            return waiting.isEmpty() ? timerNs : Math.min(takeNs, timerNs);
        }

        @Override
        public int poll(final long nowNs)
        {
            if (!waiting.isEmpty() && takeNs <= nowNs)
            {
                takeNs = nowNs + perPacketNs;
                take(waiting.remove(), nowNs);
            }
            else if (timerNs <= nowNs)
            {
                timeouts++;
                assertTrue(timeouts <= MAX_TIMEOUTS, () -> "another timeout with %d packets taken of %d".formatted(
                    Psn.diff(expectedPsn, FIRST_PSN), NEEDED));
                timerNs = nowNs + timeoutNs;
                asked = done();
                askNext();
            }
            return 1;
        }

        private void take(final int psn, final long nowNs)
        {
            if (psn == expectedPsn)
            {
                expectedPsn = Psn.add(psn, 1);
                timerNs = done() == READS ? NO_DEADLINE : nowNs + timeoutNs;
                askNext();
            }
        }

        private int done()
        {
            return Psn.diff(expectedPsn, FIRST_PSN) / READ_PACKETS;
        }

        private void askNext()
        {
            for (; asked < READS && asked < done() + OUTSTANDING; asked++)
            {
                ask(asked);
            }
        }

        /** From the first packet that is missing. */
        private void ask(final int read)
        {
            final int start = Math.max(0, Psn.diff(expectedPsn, Psn.add(FIRST_PSN, read * READ_PACKETS)));
            final RoceDatagram datagram = new RoceDatagram();
            datagram.envelope().addresses(
                endpoint.localAddress().getAddress().getAddress(),
                wire.right.ports.first().getAddress().getAddress());
            datagram.envelope().ports(0xC000, Envelope.ROCE_PORT);
            Packets.builder(
                Opcode.RC_RDMA_READ_REQUEST, responder.qpn(), Psn.add(FIRST_PSN, read * READ_PACKETS + start))
                .set(PacketField.VIRTUAL_ADDRESS, region.addr() + (long)start * MTU)
                .set(PacketField.R_KEY, Integer.toUnsignedLong(region.rkey()))
                .set(PacketField.DMA_LENGTH, READ_LENGTH - (long)start * MTU)
                .build(datagram);
            endpoint.send(datagram, wire.right.ports.first(), 0xC000);
        }
    }
}
