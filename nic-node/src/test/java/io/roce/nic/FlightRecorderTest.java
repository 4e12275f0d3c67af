package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.jfr.DropEvents;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.link.LinkKind;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.FateReason;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Flight Recorder is told of a node with sockets. */
@Timeout(120)
class FlightRecorderTest
{
    private static final String HOST = "127.20.42.2";
    private static final String SENDER = "127.20.42.3";
    private static final String DROP = "io.roce.Drop";
    private static final String QUEUE_PAIR = "io.roce.QueuePair";
    private static final String LANE_STALL = "io.roce.LaneStall";
    private static final int ROUNDS = 50_000;

    @TempDir
    private Path folder;

    private NodeUnderTest node;

    @BeforeEach
    void open() throws Exception
    {
        node = NodeUnderTest.open(
            NodeUnderTest.config(LinkKind.AUTO, HOST).quarantine(QuarantinePolicy.ofTime(0)), SENDER);
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    @Test
    void shouldTellOfADrop() throws Exception
    {
        try (Recording recording = new Recording())
        {
            recording.enable(DROP);
            recording.start();
            send(Packets.builder(Opcode.RC_SEND_ONLY, 0x123));
            node.send(new byte[3]);
            node.ledgerAfter(2);

            final List<RecordedEvent> drops = events(recording, DROP);
            assertEquals(2, drops.size());
            final RecordedEvent unallocated = drops.get(0);
            assertEquals("QPN_UNALLOCATED", unallocated.getString("fate"));
            assertEquals(0x123, unallocated.getInt("qpn"));
            assertEquals(SENDER, unallocated.getString("sourceAddress"));
            assertEquals(node.from().getPort(), unallocated.getInt("sourcePort"));
            assertTrue(unallocated.getBoolean("lookedUp"));
            assertNull(unallocated.getString("state"));
            final RecordedEvent truncated = drops.get(1);
            assertEquals("MALFORMED_TRUNCATED_BTH", truncated.getString("fate"));
            assertEquals(-1, truncated.getInt("qpn"));
            assertEquals(3, truncated.getInt("length"));
            assertTrue(!truncated.getBoolean("lookedUp"));
        }
    }

    /** The rate of a recording, whatever second its drops fall into. */
    @Test
    void shouldTellOfNoMoreDropsThanTheRateLets() throws Exception
    {
        try (Recording none = new Recording())
        {
            none.enable(DROP).with("rate", "0/s");
            none.start();
            send(Packets.builder(Opcode.RC_SEND_ONLY, 0x123));
            node.ledgerAfter(1);
            assertEquals(0, events(none, DROP).size());
            try (Recording all = new Recording())
            {
                all.enable(DROP).with("rate", "off");
                all.start();
                for (int i = 0; i < 300; i++)
                {
                    send(Packets.builder(Opcode.RC_SEND_ONLY, 0x123));
                    node.ledgerAfter(2 + i);
                }
                assertEquals(300, events(all, DROP).size());
            }
        }
    }

    @Test
    void shouldTellTheLifeOfAQueuePairInOrder() throws Exception
    {
        try (Recording recording = new Recording())
        {
            recording.enable(QUEUE_PAIR);
            recording.start();
            final InetAddress peer = InetAddress.getByName(SENDER);
            final Lane lane = node.node().lane();
            final int qpn = node.onLane(
                () -> QpSteps.create(lane.queuePairs(), QpType.RC, QpState.RTS, peer));
            node.onLane(() -> lane.queuePairs().destroy(qpn));
            // A quarantine of no time is over by now.
            node.onLane(() -> lane.queuePairs().figures().quarantine());

            final List<RecordedEvent> steps = events(recording, QUEUE_PAIR);
            assertEquals(
                List.of(
                    "CREATED null RESET",
                    "MODIFIED RESET INIT",
                    "MODIFIED INIT RTR",
                    "MODIFIED RTR RTS",
                    "DESTROYED RTS null",
                    "RELEASED null null"),
                steps.stream()
                    .map(step -> step.getString("step") + " " + step.getString("fromState") + " " +
                        step.getString("toState"))
                    .toList());
            assertTrue(steps.stream().allMatch(step -> step.getInt("qpn") == qpn));
            assertEquals("RC", steps.get(0).getString("type"));
            assertEquals(1, steps.get(4).getLong("generation"));
        }
    }

    @Test
    void shouldTellOfACommandThatKeepsTheLane() throws Exception
    {
        try (Recording recording = new Recording())
        {
            recording.enable(LANE_STALL);
            recording.start();
            final CountDownLatch never = new CountDownLatch(1);
            node.onLane(() -> never.await(50, TimeUnit.MILLISECONDS));
            node.onLane(() -> null);

            final List<RecordedEvent> stalls = events(recording, LANE_STALL).stream()
                .filter(stall -> FlightRecorderTest.class.getName().equals(stall.getString("command")))
                .toList();
            assertEquals(1, stalls.size());
            assertEquals("COMMAND", stalls.get(0).getString("work"));
            assertTrue(stalls.get(0).getDuration().toMillis() >= 50);
            assertEquals(
                node.onLane(() -> Thread.currentThread().getName()), stalls.get(0).getThread().getJavaName());
        }
    }

    @Test
    void shouldAllocateNothingWhileNobodyRecords() throws Exception
    {
        final DropEvents events = new DropEvents(() -> 0);
        final Arrival arrival = new Arrival(new FateReason());
        final RoceDatagram datagram = Packets.rcSendOnly(0x123, 1, new byte[8]);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long id = Thread.currentThread().getId();
        events.onFate(Fate.QPN_UNALLOCATED, datagram, arrival);
        threads.getThreadAllocatedBytes(id);

        final long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < ROUNDS; i++)
        {
            events.onFate(Fate.QPN_UNALLOCATED, datagram, arrival);
        }
        final long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertTrue(allocated < ROUNDS, () -> allocated + " bytes in " + ROUNDS + " rounds");
    }

    private void send(final RocePacketBuilder packet) throws Exception
    {
        node.send(Packets.bytes(packet.icrc(IcrcChoice.GOOD, 0), node.from(), node.to()));
    }

    /** In the order of their time, when the recording has been stopped. */
    private List<RecordedEvent> events(final Recording recording, final String name) throws Exception
    {
        recording.stop();
        final Path file = Files.createTempFile(folder, "node", ".jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(name))
            .sorted(Comparator.comparing(RecordedEvent::getEndTime))
            .toList();
    }
}
