package io.roce.nic.transport;

import io.roce.nic.qp.QpType;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.Psn;
import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What one queue pair of a recording asked for and was answered, and the work requests that this comes from. */
final class RecordedRequester
{
    /** Requests that it sent and responses that it got, as recorded. */
    final List<RoceDatagram> frames = new ArrayList<>();

    /** By the distance of their first packet from the first PSN of all. */
    final TreeMap<Integer, Message> messages = new TreeMap<>();

    final InetAddress own;
    final InetAddress peer;
    final int peerQpn;
    final QpType type;
    final int sourcePort;
    final int firstPsn;

    /** Of UD what the packets say, else the number that is answered; 0 when there is no answer. */
    int ownQpn;
    int mtu = 1024;

    private RecordedRequester(final RoceDatagram first)
    {
        own = first.envelope().source();
        peer = first.envelope().destination();
        peerQpn = first.packet().bth().destQp();
        type = type(first);
        sourcePort = first.envelope().sourcePort();
        firstPsn = first.packet().bth().psn();
        ownQpn = type == QpType.UD ? first.packet().deth().srcQp() : 0;
    }

    /** All that are in a file, but for management. */
    static List<RecordedRequester> of(final Path file) throws IOException
    {
        final List<RoceDatagram> all = read(file);
        final Map<String, RecordedRequester> byName = new LinkedHashMap<>();
        for (final RoceDatagram datagram : all)
        {
            if (datagram.packet().opcode().isRequest())
            {
                byName.computeIfAbsent(name(datagram), name -> new RecordedRequester(datagram));
            }
        }
        for (final RecordedRequester requester : byName.values())
        {
            all.forEach(requester::take);
            requester.assemble();
        }
        return List.copyOf(byName.values());
    }

    int distance(final RoceDatagram datagram)
    {
        return Psn.diff(datagram.packet().bth().psn(), firstPsn);
    }

    /** How often its last request was sent. */
    int transmissionsOfTheLast()
    {
        return (int)frames.stream()
            .filter(frame -> frame.packet().opcode().isRequest() && distance(frame) == messages.lastKey()).count();
    }

    /**
     * The recording was made on the wire, and an ACK may have been there before the kernel, which had not read it yet,
     * sent again what it acknowledges.
     *
     * @return frames as the kernel must have seen them.
     */
    List<RoceDatagram> framesAsSeen()
    {
        return IntStream.range(0, frames.size()).boxed()
            .sorted(Comparator.comparingInt(this::placeAsSeen))
            .map(frames::get)
            .toList();
    }

    private int placeAsSeen(final int index)
    {
        int place = 2 * index;
        for (int later = index + 1; isAck(frames.get(index)) && later < frames.size(); later++)
        {
            if (frames.get(later).packet().opcode().isRequest() &&
                distance(frames.get(later)) <= distance(frames.get(index)))
            {
                place = 2 * later + 1;
            }
        }
        return place;
    }

    private static boolean isAck(final RoceDatagram datagram)
    {
        return datagram.packet().opcode() == Opcode.RC_ACKNOWLEDGE &&
            Syndrome.isAck(datagram.packet().aeth().syndrome());
    }

    private void take(final RoceDatagram datagram)
    {
        final RocePacket packet = datagram.packet();
        final boolean isOurs = datagram.envelope().source().equals(own);
        if (packet.opcode().isRequest() && isOurs && name(datagram).equals(nameOf()))
        {
            frames.add(datagram);
        }
        // A connection has one source port for both ways.
        else if (packet.opcode().isResponse() && !isOurs && datagram.envelope().sourcePort() == sourcePort &&
            datagram.envelope().source().equals(peer) && (ownQpn == 0 || ownQpn == packet.bth().destQp()))
        {
            ownQpn = packet.bth().destQp();
            frames.add(datagram);
        }
    }

    private void assemble()
    {
        final TreeMap<Integer, RoceDatagram> requests = new TreeMap<>();
        final TreeMap<Integer, RoceDatagram> answers = new TreeMap<>();
        for (final RoceDatagram datagram : frames)
        {
            final RocePacket packet = datagram.packet();
            (packet.opcode().isRequest() ? requests : answers).putIfAbsent(distance(datagram), datagram);
            if (packet.opcode().hasPayload() && packet.opcode().isStart() && !packet.opcode().isEnd())
            {
                mtu = packet.payloadLength();
            }
        }

        Message open = null;
        for (final Map.Entry<Integer, RoceDatagram> request : requests.entrySet())
        {
            final RocePacket packet = request.getValue().packet();
            if (packet.opcode().isStart())
            {
                open = new Message(request.getValue(), type);
                messages.put(request.getKey(), open);
            }
            open.take(packet);
        }
        messages.forEach((distance, message) -> message.takeAnswers(distance, answers));
    }

    private String nameOf()
    {
        return type == QpType.UD ? own + " UD " + ownQpn : own + " " + type + " " + peer + " " + peerQpn;
    }

    private static String name(final RoceDatagram datagram)
    {
        final InetAddress source = datagram.envelope().source();
        return type(datagram) == QpType.UD ?
            source + " UD " + datagram.packet().deth().srcQp() :
            source + " " + type(datagram) + " " + datagram.envelope().destination() + " " +
                datagram.packet().bth().destQp();
    }

    private static QpType type(final RoceDatagram datagram)
    {
        return QpType.valueOf(datagram.packet().opcode().transport().name());
    }

    private static List<RoceDatagram> read(final Path file) throws IOException
    {
        final List<RoceDatagram> all = new ArrayList<>();
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                if (dissector.dissect(frame, roceFrame) == FrameKind.ROCE_V2 &&
                    roceFrame.datagram().packet().bth().destQp() > 1)
                {
                    final RoceDatagram copy = new RoceDatagram(roceFrame.datagram().length());
                    copy.copyFrom(roceFrame.datagram());
                    all.add(copy);
                }
            }
        }
        return all;
    }

    /** One work request, as its packets tell. */
    static final class Message
    {
        final WrOpcode opcode;

        /** What was sent, or what was answered as far as it was. */
        byte[] data = {};
        private final SendWr wr = new SendWr();
        private int length;

        private Message(final RoceDatagram first, final QpType type)
        {
            final RocePacket packet = first.packet();
            opcode = opcode(packet.opcode(), type.transport());
            if (packet.has(HeaderType.RETH))
            {
                wr.remote(packet.reth().virtualAddress(), packet.reth().rKey());
                length = (int)packet.reth().dmaLength();
            }
            if (packet.has(HeaderType.ATOMIC_ETH))
            {
                final boolean isAdd = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
                wr.remote(packet.atomicEth().virtualAddress(), packet.atomicEth().rKey())
                    .swap(packet.atomicEth().swapOrAddData())
                    .compareAdd(isAdd ? packet.atomicEth().swapOrAddData() : packet.atomicEth().compareData());
                length = Long.BYTES;
            }
            if (packet.has(HeaderType.DETH))
            {
                wr.destination(first.envelope().destination(), packet.bth().destQp(), packet.deth().qKey());
            }
        }

        /** @param addr of as much memory as {@link #length} says. */
        SendWr wr(final long addr, final int lkey)
        {
            return wr.opcode(opcode).sge(addr, length(), lkey);
        }

        int length()
        {
            return opcode.isFetch() ? length : data.length;
        }

        private void take(final RocePacket packet)
        {
            data = joined(data, payload(packet));
            if (packet.bth().isSolicitedEvent())
            {
                wr.flag(SendFlag.SOLICITED);
            }
        }

        private void takeAnswers(final int distance, final TreeMap<Integer, RoceDatagram> answers)
        {
            for (int at = distance; opcode.isFetch() && data.length < length && answers.containsKey(at); at++)
            {
                final RocePacket packet = answers.get(at).packet();
                data = joined(data, packet.has(HeaderType.ATOMIC_ACK_ETH) ? original(packet) : payload(packet));
            }
        }

        private static WrOpcode opcode(final Opcode opcode, final TransportType transport)
        {
            for (final WrOpcode wr : WrOpcode.values())
            {
                final RequestOpcodes opcodes = wr.isTakenBy(transport) ? RequestOpcodes.of(transport, wr) : null;
                // No recording has immediate data, whose First could not be told from that of a message without.
                if (opcodes != null && !wr.name().contains("_WITH_") &&
                    (opcodes.opcode(true, true) == opcode || opcodes.opcode(true, false) == opcode))
                {
                    return wr;
                }
            }
            throw new AssertionError(opcode + " begins no message");
        }

        private static byte[] payload(final RocePacket packet)
        {
            final byte[] payload = new byte[packet.opcode().hasPayload() ? packet.payloadLength() : 0];
            packet.buffer().getBytes(packet.payloadOffset(), payload);
            return payload;
        }

        private static byte[] original(final RocePacket packet)
        {
            return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder())
                .putLong(packet.atomicAckEth().originalData()).array();
        }

        private static byte[] joined(final byte[] one, final byte[] other)
        {
            final ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(one);
            both.writeBytes(other);
            return both.toByteArray();
        }
    }
}
