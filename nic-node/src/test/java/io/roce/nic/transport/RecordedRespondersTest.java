package io.roce.nic.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MrInit;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.Psn;
import io.roce.wire.Skip;
import io.roce.wire.capture.Recordings;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The requests of recordings, to our responders: they must answer what the recorded kernel answered, byte by byte from
 * the BTH to the pad. Queue pairs and memory are set up from what the recording shows: a key that the kernel refused
 * names nothing here, and where it had no receive none is posted.
 */
class RecordedRespondersTest
{
    private static final int RECEIVE_LENGTH = 16 * 1024;

    /** Answers are all that there are in the file, for as long as the queue pair lives. */
    @ParameterizedTest
    @CsvSource({
        "rc_pingpong_v4.pcap, 11", "rc_pingpong_v6.pcap, 8", "write_bw_v4.pcap, 5", "read_bw_v4.pcap, 25",
        "atomic_fadd_v4.pcap, 5", "atomic_cas_v4.pcap, 5", "rping_v4.pcap, 18", "odd_sizes.pcap, 41",
        "rnr_nak.pcap, 20", "nak_access.pcap, 4", "stale_qpn.pcap, 1", "loss_request.pcap, 15",
        "probe_v4.pcap, 23"})
    void shouldAnswerAsTheKernelDid(final String name, final int answers) throws Exception
    {
        for (final Profile profile : Profile.values())
        {
            assertEquals(answers, answer(Recordings.own(name), profile), name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "send_bw_v4.pcap, 5", "send_bw_v6.pcap, 5", "write_bw_v6.pcap, 5", "read_bw_v6.pcap, 25",
        "atomic_fadd_v6.pcap, 5", "atomic_cas_v6.pcap, 5", "rping_v6.pcap, 18", "ucmatose_v4.pcap, 12",
        "mtu_256.pcap, 185", "mtu_2048.pcap, 30", "mtu_4096.pcap, 20", "stream_write.pcap, 40",
        "long_message.pcap, 3", "path_fields_v4.pcap, 1", "rnr_exceeded.pcap, 3", "error_qp.pcap, 1",
        "host/probe_v6.pcap, 23"})
    void shouldAnswerAsTheKernelDidInMoreRecordings(final String name, final int answers) throws Exception
    {
        for (final Profile profile : Profile.values())
        {
            assertEquals(answers, answer(more(name), profile), name);
        }
    }

    /** The standard has another NAK for it: see {@link RcRefusalsTest}. */
    @ParameterizedTest
    @CsvSource("nak_send_too_long.pcap, 1")
    void shouldRefuseASendThatIsTooLongAsTheKernelDid(final String name, final int answers) throws Exception
    {
        assertEquals(answers, answer(more(name), Profile.RXE_6_1), name);
    }

    /** UC answers nothing: the messages that come whole complete, and no others. */
    @ParameterizedTest
    @CsvSource("uc_pingpong_v4.pcap, 8")
    void shouldReceiveWholeUcMessages(final String name, final int messages) throws Exception
    {
        assertEquals(messages, receive(Recordings.own(name)), name);
    }

    @ParameterizedTest
    @CsvSource({
        "uc_pingpong_v6.pcap, 8", "send_uc_v4.pcap, 5", "send_uc_v6.pcap, 5", "write_uc_v4.pcap, 5",
        "write_uc_v6.pcap, 5", "loss_uc.pcap, 3"})
    void shouldReceiveWholeUcMessagesOfMoreRecordings(final String name, final int messages) throws Exception
    {
        assertEquals(messages, receive(more(name)), name);
    }

    @ParameterizedTest
    @CsvSource("ud_pingpong_v4.pcap, 8")
    void shouldReceiveUdMessages(final String name, final int messages) throws Exception
    {
        assertEquals(messages, receive(Recordings.own(name)), name);
    }

    @ParameterizedTest
    @CsvSource({
        "ud_pingpong_v6.pcap, 8", "send_ud_v4.pcap, 5", "send_ud_v6.pcap, 5", "ud_bad_qkey.pcap, 2"})
    void shouldReceiveUdMessagesOfMoreRecordings(final String name, final int messages) throws Exception
    {
        assertEquals(messages, receive(more(name)), name);
    }

    private static Path more(final String name)
    {
        final Path file = Recordings.MORE.resolve(name);
        Skip.unless(Files.exists(file), "there is no recording " + file);
        return file;
    }

    /** Frames that a node's admission turns away, by what the recordings' descriptions say of them. */
    private static Set<Long> turnedAway(final Path file)
    {
        return switch (file.getFileName().toString())
        {
            // Wrong ICRC, unallocated and destroyed QPNs, P_Key 0x1234, UD, another peer; then the guest's own writes.
            case "probe_v4.pcap", "probe_v6.pcap" -> LongStream
                .concat(LongStream.of(13, 16, 17, 18, 25, 55), LongStream.range(56, 1000))
                .boxed().collect(Collectors.toSet());
            // A wrong Q_Key, an unknown QPN.
            case "ud_bad_qkey.pcap" -> Set.of(2L, 3L);
            // The queue pair is gone, or in ERR.
            case "stale_qpn.pcap", "error_qp.pcap" -> LongStream
                .range(3, 1000).boxed().collect(Collectors.toSet());
            default -> Set.of();
        };
    }

    /** @return answers that were compared. */
    private static int answer(final Path file, final Profile profile) throws Exception
    {
        int compared = 0;
        for (final RecordedRequests recorded : RecordedRequests.read(file, turnedAway(file)))
        {
            final ResponderFixture fixture = new ResponderFixture(QpType.RC, profile);
            final Memory memory = new Memory(fixture, recorded);
            connect(fixture, recorded);
            for (final RoceDatagram request : recorded.requests)
            {
                final RocePacket packet = request.packet();
                prepare(fixture, recorded, packet, file);
                memory.prepare(packet);
                fixture.feed(request);
                fixture.drain();
                if (!fixture.failures.isEmpty())
                {
                    // In ERR: silent from now on.
                    break;
                }
            }

            assertEquals(texts(recorded.answers), fixture.sent, file + " " + recorded.own);
            for (int i = 0; i < recorded.answers.size(); i++)
            {
                assertArrayEquals(
                    withoutIcrc(Packets.bytes(recorded.answers.get(i))), withoutIcrc(fixture.sentBytes.get(i)));
            }
            compared += fixture.sent.size();
        }
        return compared;
    }

    private static void connect(final ResponderFixture fixture, final RecordedRequests recorded) throws Exception
    {
        fixture.route(recorded.own.getAddress(), recorded.peer.getAddress(), 0xC000);
        fixture.qp.destQpn = recorded.peerQpn();
        fixture.qp.mtu = recorded.mtu();
        fixture.connect(recorded.requests.get(0).packet().bth().psn(), 16);
    }

    /** Posts a receive where the kernel had one. */
    private static void prepare(
        final ResponderFixture fixture, final RecordedRequests recorded, final RocePacket packet, final Path file)
        throws Exception
    {
        final int next = fixture.sent.size();
        final RocePacket answer = next < recorded.answers.size() ? recorded.answers.get(next).packet() : null;
        if (answer != null && answer.has(HeaderType.AETH) && answer.bth().psn() == packet.bth().psn() &&
            Syndrome.isRnrNak(answer.aeth().syndrome()))
        {
            fixture.qp.minRnrTimer = Syndrome.value(answer.aeth().syndrome());
        }
        else if (fixture.qp.recvQueue.size() == 0)
        {
            // The one recording whose receive is too small says that it has 100 bytes.
            final boolean isShort = file.getFileName().toString().equals("nak_send_too_long.pcap");
            fixture.post(1, 0, isShort ? 100 : RECEIVE_LENGTH);
        }
        fixture.completion();
    }

    /** @return messages that were compared. */
    private static int receive(final Path file) throws Exception
    {
        int compared = 0;
        for (final RecordedRequests recorded : RecordedRequests.read(file, turnedAway(file)))
        {
            final QpType type =
                recorded.requests.get(0).packet().opcode().transport() == TransportType.UC ? QpType.UC : QpType.UD;
            final ResponderFixture fixture = new ResponderFixture(type, Profile.RXE_6_1);
            final Memory memory = new Memory(fixture, recorded);
            connect(fixture, recorded);
            final List<byte[]> expected = messages(recorded);
            final List<byte[]> received = new ArrayList<>();
            for (final RoceDatagram request : recorded.requests)
            {
                if (fixture.qp.recvQueue.size() == 0)
                {
                    fixture.post(1, 0, RECEIVE_LENGTH);
                }
                final Fate fate = fixture.feed(request);
                final String completion = fixture.completion();
                if (!completion.equals("none"))
                {
                    final int length = Integer.parseInt(completion.split(" ")[4]);
                    final int start = type == QpType.UD ? 40 : 0;
                    received.add(fixture.memory(start, length - start));
                }
                else if (fate == Fate.REQUEST_EXECUTED && request.packet().opcode().isEnd())
                {
                    received.add(memory.written());
                }
            }
            assertEquals(expected.size(), received.size(), file.toString());
            for (int i = 0; i < expected.size(); i++)
            {
                assertArrayEquals(expected.get(i), received.get(i), file + " message " + i);
            }
            assertEquals(List.of(), fixture.sent);
            compared += received.size();
        }
        return compared;
    }

    /** Those of which no packet is missing. */
    private static List<byte[]> messages(final RecordedRequests recorded)
    {
        final List<byte[]> messages = new ArrayList<>();
        final ByteArrayOutputStream message = new ByteArrayOutputStream();
        boolean isWhole = false;
        int next = 0;
        for (final RoceDatagram datagram : recorded.requests)
        {
            final RocePacket packet = datagram.packet();
            if (packet.opcode().isStart())
            {
                message.reset();
                isWhole = true;
            }
            else
            {
                isWhole &= packet.bth().psn() == next;
            }
            next = Psn.add(packet.bth().psn(), 1);
            message.writeBytes(payload(packet));
            if (packet.opcode().isEnd() && isWhole)
            {
                messages.add(message.toByteArray());
            }
        }
        return messages;
    }

    private static byte[] payload(final RocePacket packet)
    {
        final byte[] payload = new byte[packet.payloadLength()];
        packet.buffer().getBytes(packet.payloadOffset(), payload);
        return payload;
    }

    private static List<String> texts(final List<RoceDatagram> datagrams)
    {
        return datagrams.stream().map(datagram -> ResponderFixture.text(datagram.packet())).toList();
    }

    private static byte[] withoutIcrc(final byte[] packet)
    {
        return Arrays.copyOf(packet, packet.length - Icrc.LENGTH);
    }

    /** What the requests of a recording name that were not refused for their keys, with what the answers show of it. */
    private static final class Memory
    {
        private final Map<Integer, long[]> ranges = new HashMap<>();
        private final Map<Integer, ByteBuffer> buffers = new HashMap<>();
        private final Set<Long> numbersSeen = new HashSet<>();
        private final RecordedRequests recorded;
        private int lastKey;
        private int lastOffset;
        private int lastLength;

        Memory(final ResponderFixture fixture, final RecordedRequests recorded) throws Exception
        {
            this.recorded = recorded;
            for (final RoceDatagram request : recorded.requests)
            {
                final RocePacket packet = request.packet();
                if (recorded.isAnswered(packet.bth().psn(), 0x62))
                {
                    continue;
                }
                if (packet.has(HeaderType.RETH))
                {
                    add(packet.reth().rKey(), packet.reth().virtualAddress(), packet.reth().dmaLength());
                }
                else if (packet.has(HeaderType.ATOMIC_ETH))
                {
                    add(packet.atomicEth().rKey(), packet.atomicEth().virtualAddress(), Long.BYTES);
                }
            }
            for (final Map.Entry<Integer, long[]> entry : ranges.entrySet())
            {
                final long[] range = entry.getValue();
                final ByteBuffer buffer = ByteBuffer.allocateDirect((int)(range[1] - range[0]));
                buffers.put(entry.getKey(), buffer);
                fixture.regions.regMr(
                    fixture.pd, new MrInit(buffer, AccessFlag.ALL).addr(range[0]).key(entry.getKey()));
            }
        }

        /** Puts there what the answer is about to bring. */
        void prepare(final RocePacket request)
        {
            if (request.opcode() == Opcode.RC_RDMA_READ_REQUEST && buffers.containsKey(request.reth().rKey()))
            {
                prepareRead(request);
            }
            else if (request.has(HeaderType.ATOMIC_ETH) && buffers.containsKey(request.atomicEth().rKey()) &&
                request.atomicEth().virtualAddress() % Long.BYTES == 0 &&
                numbersSeen.add(request.atomicEth().virtualAddress()))
            {
                final RocePacket answer = recorded.answers.stream().map(RoceDatagram::packet)
                    .filter(packet -> packet.has(HeaderType.ATOMIC_ACK_ETH) &&
                        packet.bth().psn() == request.bth().psn()).findFirst().orElseThrow();
                buffers.get(request.atomicEth().rKey()).duplicate().order(ByteOrder.nativeOrder()).putLong(
                    offset(request.atomicEth().rKey(), request.atomicEth().virtualAddress()),
                    answer.atomicAckEth().originalData());
            }
        }

        /** What the last RDMA WRITE wrote. */
        byte[] written()
        {
            final byte[] bytes = new byte[lastLength];
            buffers.get(lastKey).get(lastOffset, bytes);
            return bytes;
        }

        private void prepareRead(final RocePacket request)
        {
            final int key = request.reth().rKey();
            final int offset = offset(key, request.reth().virtualAddress());
            final int mtu = recorded.mtu();
            for (final RoceDatagram answer : recorded.answers)
            {
                final int index = Psn.diff(answer.packet().bth().psn(), request.bth().psn());
                if (index >= 0 && index < RecordedRequests.psns(request, mtu) && answer.packet().payloadLength() > 0)
                {
                    buffers.get(key).put(offset + index * mtu, payload(answer.packet()));
                }
            }
        }

        private int offset(final int key, final long addr)
        {
            return (int)(addr - ranges.get(key)[0]);
        }

        private void add(final int key, final long addr, final long length)
        {
            if (length == 0)
            {
                return;
            }
            final long first = addr & -Long.BYTES;
            final long end = (addr + length + Long.BYTES - 1) & -Long.BYTES;
            ranges.merge(key, new long[] {first, end}, (a, b) ->
                new long[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
            // In a recording of UC all WRITEs are to the same place.
            lastKey = key;
            lastOffset = (int)(addr - ranges.get(key)[0]);
            lastLength = (int)length;
            assertTrue(lastOffset >= 0);
        }
    }
}
