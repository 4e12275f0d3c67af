package io.roce.nic.transport;

import io.roce.wire.Psn;
import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests that one queue pair of a recording received, and what it answered. The recording does not say which
 * queue pair sent a packet, so answers are told apart by the PSN of the last request that they fit.
 */
final class RecordedRequests
{
    private static final int GSI_QPN = 1;

    final InetAddress own;
    final InetAddress peer;
    final List<RoceDatagram> requests = new ArrayList<>();
    final List<RoceDatagram> answers = new ArrayList<>();

    private RecordedRequests(final InetAddress own, final InetAddress peer)
    {
        this.own = own;
        this.peer = peer;
    }

    /**
     * Every queue pair of a file that requests were sent to, but those of the connection manager.
     *
     * @param turnedAway frames that admission turns away: as if they were not there.
     */
    static List<RecordedRequests> read(final Path file, final Set<Long> turnedAway) throws IOException
    {
        final Map<String, RecordedRequests> byDestination = new LinkedHashMap<>();
        final Map<String, RecordedRequests> byPeerQpn = new HashMap<>();
        final List<RoceDatagram> earlier = new ArrayList<>();
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                if (dissector.dissect(frame, roceFrame) != FrameKind.ROCE_V2 || turnedAway.contains(frame.number()) ||
                    roceFrame.datagram().error() != WireError.NONE ||
                    roceFrame.datagram().packet().bth().destQp() == GSI_QPN)
                {
                    continue;
                }
                final RoceDatagram datagram = new RoceDatagram();
                datagram.copyFrom(roceFrame.datagram());
                final InetAddress from = datagram.envelope().source();
                final InetAddress to = datagram.envelope().destination();
                if (datagram.packet().opcode().isRequest())
                {
                    byDestination.computeIfAbsent(
                        destination(datagram), key -> new RecordedRequests(to, from)).requests.add(datagram);
                    earlier.add(datagram);
                }
                else
                {
                    final RoceDatagram request = fitting(datagram, earlier);
                    final RecordedRequests answering = request == null ?
                        byPeerQpn.get(destination(datagram)) : byDestination.get(destination(request));
                    byPeerQpn.put(destination(datagram), answering);
                    answering.answers.add(datagram);
                }
            }
        }
        return List.copyOf(byDestination.values());
    }

    /** Number of the queue pair that the answers go to; 0 when there are none. */
    int peerQpn()
    {
        return answers.isEmpty() ? 0 : answers.get(0).packet().bth().destQp();
    }

    /** Payload of the packets that are full; 1,024 when none is. */
    int mtu()
    {
        for (final List<RoceDatagram> datagrams : List.of(requests, answers))
        {
            for (final RoceDatagram datagram : datagrams)
            {
                if (datagram.packet().opcode().hasPayload() && !datagram.packet().opcode().isEnd())
                {
                    return datagram.packet().payloadLength();
                }
            }
        }
        return 1024;
    }

    /** Whether an answer with that PSN has that syndrome. */
    boolean isAnswered(final int psn, final int syndrome)
    {
        return answers.stream().map(RoceDatagram::packet).anyMatch(answer ->
            answer.has(HeaderType.AETH) && answer.bth().psn() == psn && answer.aeth().syndrome() == syndrome);
    }

    /** PSNs that the answer to a request takes. */
    static int psns(final RocePacket request, final int mtu)
    {
        return request.opcode() == Opcode.RC_RDMA_READ_REQUEST ?
            (int)Math.max(1, (request.reth().dmaLength() + mtu - 1) / mtu) : 1;
    }

    private static RoceDatagram fitting(final RoceDatagram answer, final List<RoceDatagram> requests)
    {
        final int psn = answer.packet().bth().psn();
        for (int i = requests.size() - 1; i >= 0; i--)
        {
            final RoceDatagram request = requests.get(i);
            // READs of no recording are as long as that in packets of the smallest MTU.
            final int ahead = Psn.diff(psn, request.packet().bth().psn());
            if (ahead >= 0 && ahead < psns(request.packet(), 256) &&
                request.envelope().source().equals(answer.envelope().destination()) &&
                request.envelope().destination().equals(answer.envelope().source()))
            {
                return request;
            }
        }
        return null;
    }

    private static String destination(final RoceDatagram datagram)
    {
        return datagram.envelope().destination() + " " + datagram.packet().bth().destQp();
    }
}
