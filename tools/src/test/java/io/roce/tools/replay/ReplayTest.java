package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.SendRefusals;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.pace.Pacer;
import io.roce.tools.qp.ModelNode;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.send.PacketSink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expected values are those of the recordings' README and of tshark. */
class ReplayTest
{
    private static final Path CAPTURES = Path.of(System.getProperty("roce.root"), "captures");
    private static final Path RPING = CAPTURES.resolve("rping_v4.pcap");
    private static final InetSocketAddress FROM = new InetSocketAddress("127.50.0.1", 0xC001);
    private static final InetSocketAddress TO = new InetSocketAddress("127.50.0.2", 4791);
    private static final int PCAP_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final List<byte[]> sent = new ArrayList<>();
    private final List<Long> sentAtNs = new ArrayList<>();
    private Sending sending;
    private final List<byte[]> waiting = new ArrayList<>();
    private final PacketSink sink = new PacketSink()
    {
        @Override
        public void add(final byte[] array, final int offset, final int length)
        {
            waiting.add(Arrays.copyOfRange(array, offset, offset + length));
        }

        @Override
        public void flush()
        {
            waiting.forEach(packet -> sentAtNs.add(clock.nanoTime()));
            sent.addAll(waiting);
            waiting.clear();
        }

        @Override
        public SendRefusals refusals()
        {
            return new SendRefusals();
        }
    };

    @Test
    void shouldSendAllInOrderAtRecordedPace() throws IOException
    {
        assertEquals(41, send(new Replay(RPING, Set.of()), new QpnMap(), Pace.recorded(1)));

        assertEquals(41, sent.size());
        assertEquals(0, sentAtNs.get(0));
        assertEquals(34_487_000, sentAtNs.get(1));
        assertEquals(46_969_000, sentAtNs.get(2));
    }

    @Test
    void shouldSendTwiceAsFastOrAtOnce() throws IOException
    {
        send(new Replay(RPING, Set.of()), new QpnMap(), Pace.recorded(2));
        assertEquals(17_243_500, sentAtNs.get(1));

        send(new Replay(RPING, Set.of()), new QpnMap(), Pace.AS_FAST_AS_POSSIBLE);
        assertEquals(0, clock.nanoTime());
    }

    @Test
    void shouldChooseByDestination() throws IOException
    {
        final Replay replay = new Replay(RPING, Set.of(InetAddress.getByName("10.91.0.3")));

        final long count = send(replay, new QpnMap(), Pace.AS_FAST_AS_POSSIBLE);

        assertEquals(Map.of("for another destination", 41 - count), sending.skipped());
        assertEquals(1, conversations(replay).qps().size());
    }

    @Test
    void shouldMakeEveryIcrcRightForTheNewAddresses() throws IOException
    {
        send(new Replay(RPING, Set.of()), new QpnMap(), Pace.AS_FAST_AS_POSSIBLE);

        sent.forEach(packet -> assertEquals(0, wrongIcrcBits(packet)));
    }

    @Test
    void shouldLeaveWrongIcrcsWrongAndMalformedPacketsMalformed() throws IOException
    {
        send(new Replay(CAPTURES.resolve("probe_v4.pcap"), Set.of()), new QpnMap(), Pace.AS_FAST_AS_POSSIBLE);

        final List<Integer> wrong = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++)
        {
            if (wrongIcrcBits(sent.get(i)) != 0)
            {
                assertEquals(1, Integer.bitCount(wrongIcrcBits(sent.get(i))), "wrong in one bit, frame " + (i + 1));
                wrong.add(i + 1);
            }
        }
        assertEquals(List.of(13, 17), wrong);
        assertEquals(1, sent.get(21)[1] & 0xF, "TVer of frame 22");
        assertEquals(0x15, sent.get(53)[0], "opcode of frame 54");
    }

    @Test
    void shouldProvisionTheQueuePairsThatTheFileSpeaksOf() throws IOException
    {
        final ModelNode node = new ModelNode(clock, 0);
        final QpnMap map = new QpnMap();
        final Replay replay = new Replay(RPING, Set.of());
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            final List<ProvisionedQp> provisioned = new Provisioner(owned, map)
                .provision(conversations(replay).qps(), FROM.getAddress());

            assertEquals(
                "{\"qpn\":28,\"generation\":1,\"epoch\":0,\"type\":\"RC\",\"state\":\"RTS\"," +
                    "\"pkey_index\":0,\"port_num\":1," +
                    "\"qp_access_flags\":[\"REMOTE_WRITE\",\"REMOTE_READ\",\"REMOTE_ATOMIC\"]," +
                    "\"dgid\":\"127.50.0.1\",\"sgid_index\":0,\"path_mtu\":256,\"dest_qp_num\":28,\"rq_psn\":784254," +
                    "\"max_dest_rd_atomic\":16,\"min_rnr_timer\":12,\"sq_psn\":12721466,\"timeout\":14," +
                    "\"retry_cnt\":7,\"rnr_retry\":7,\"max_rd_atomic\":16}",
                node.qps().get(0x1C).toString());
            assertEquals(
                "10.91.0.3/0x1c to 0x1c, 10.91.0.2/0x1c to 0x11",
                provisioned.stream()
                    .map(qp -> qp.recorded().endpoint().address().getHostAddress() + "/0x" +
                        Integer.toHexString(qp.recorded().endpoint().qpn()) + " to 0x" + Integer.toHexString(qp.qpn()))
                    .collect(Collectors.joining(", ")));
        }
    }

    @Test
    void shouldSendToTheNumbersThatWereGiven() throws IOException
    {
        final QpnMap map = new QpnMap();
        map.put(InetAddress.getByName("10.91.0.2"), 0x1C, 0xABCDEF);

        send(new Replay(RPING, Set.of()), map, Pace.AS_FAST_AS_POSSIBLE);

        assertEquals(0x00001C, destQp(sent.get(3)), "frame 4 goes to 10.91.0.3");
        assertEquals(0xABCDEF, destQp(sent.get(4)), "frame 5 goes to 10.91.0.2");
        assertEquals(1, destQp(sent.get(0)), "the connection manager's");
        sent.forEach(packet -> assertEquals(0, wrongIcrcBits(packet)));
    }

    @Test
    void shouldKeepTheRecordedIcrcWhenTold() throws IOException
    {
        final byte[] file = Files.readAllBytes(RPING);
        final int frameLength = (file[PCAP_HEADER + 8] & 0xFF) | (file[PCAP_HEADER + 9] & 0xFF) << 8;
        final int frameEnd = PCAP_HEADER + RECORD_HEADER + frameLength;

        send(
            new Replay(RPING, Set.of()), new PacketRewriter(FROM, TO, new QpnMap(), true), Pace.AS_FAST_AS_POSSIBLE);

        final byte[] packet = sent.get(0);
        assertEquals(
            Arrays.toString(Arrays.copyOfRange(file, frameEnd - 4, frameEnd)),
            Arrays.toString(Arrays.copyOfRange(packet, packet.length - 4, packet.length)));
    }

    @Test
    void shouldSendWhatIsThereOfATruncatedFile(@TempDir final Path folder) throws IOException
    {
        final byte[] file = Files.readAllBytes(RPING);
        final Path truncated = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(file, file.length - 1));
        final Replay replay = new Replay(truncated, Set.of());

        assertEquals(40, send(replay, new QpnMap(), Pace.AS_FAST_AS_POSSIBLE));
        assertNotNull(replay.fault());
        assertTrue(replay.fault().contains("cut.pcap"), replay.fault());
    }

    @Test
    void shouldSkipWhatTheCaptureCut(@TempDir final Path folder) throws IOException
    {
        final Path cut = Files.write(folder.resolve("snapped.pcap"), snapped(Files.readAllBytes(RPING), 96));
        final Replay replay = new Replay(cut, Set.of());

        final long count = send(replay, new QpnMap(), Pace.AS_FAST_AS_POSSIBLE);

        assertNull(replay.fault());
        assertEquals(Map.of("cut by the capture", 41 - count), sending.skipped());
        assertTrue(count > 0 && count < 41, "acknowledgements fit in 96 bytes, connection requests do not: " + count);
    }

    private long send(final Replay replay, final QpnMap map, final Pace pace) throws IOException
    {
        return send(replay, new PacketRewriter(FROM, TO, map, false), pace);
    }

    private long send(final Replay replay, final PacketRewriter rewriter, final Pace pace) throws IOException
    {
        sent.clear();
        sentAtNs.clear();
        clock.update(0);
        sending = new Sending(pace, new Pacer(clock, clock::advance), null, List.of());
        sending.onLoop();
        final Route route = route(rewriter);
        replay.walk(envelope -> route, sending);
        sending.flush();
        return route.sent();
    }

    private Route route(final PacketRewriter rewriter)
    {
        return new Route(FROM, new Target(TO, new ReplayNode(null, null, false)), rewriter, sink);
    }

    private Conversations conversations(final Replay replay) throws IOException
    {
        final Survey survey = new Survey(null);
        final Route route = route(new PacketRewriter(FROM, TO, new QpnMap(), false));
        replay.walk(envelope -> route, survey);
        return survey.conversations();
    }

    private static int destQp(final byte[] packet)
    {
        return (packet[5] & 0xFF) << 16 | (packet[6] & 0xFF) << 8 | packet[7] & 0xFF;
    }

    /** By the standard's rule, written down a second time: CRC-32 over the headers as sent, what may change as ones. */
    private static int wrongIcrcBits(final byte[] packet)
    {
        final ByteBuffer run = ByteBuffer.allocate(8 + 20 + 8 + packet.length - 4);
        run.putLong(-1L);
        run.put((byte)0x45).put((byte)0xFF).putShort((short)(20 + 8 + packet.length));
        run.putShort((short)0).putShort((short)0x4000);
        run.put((byte)0xFF).put((byte)17).putShort((short)0xFFFF);
        run.put(FROM.getAddress().getAddress()).put(TO.getAddress().getAddress());
        run.putShort((short)FROM.getPort()).putShort((short)TO.getPort());
        run.putShort((short)(8 + packet.length)).putShort((short)0xFFFF);
        run.put(packet, 0, 4).put((byte)0xFF).put(packet, 5, packet.length - 9);
        final CRC32 crc32 = new CRC32();
        crc32.update(run.array());
        return (int)crc32.getValue() ^
            ByteBuffer.wrap(packet, packet.length - 4, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /** The classic pcap with every frame cut to so many bytes. */
    private static byte[] snapped(final byte[] file, final int snapLength)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, PCAP_HEADER);
        for (int at = PCAP_HEADER; at < file.length;)
        {
            final int length = (file[at + 8] & 0xFF) | (file[at + 9] & 0xFF) << 8;
            final int kept = Math.min(length, snapLength);
            final byte[] header = Arrays.copyOfRange(file, at, at + RECORD_HEADER);
            header[8] = (byte)kept;
            header[9] = (byte)(kept >> 8);
            out.writeBytes(header);
            out.write(file, at + RECORD_HEADER, kept);
            at += RECORD_HEADER + length;
        }
        return out.toByteArray();
    }
}
