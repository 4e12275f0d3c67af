package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameDissector;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.Recordings;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.opcode.TransportType;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourcePortsTest
{
    /** As tshark shows them in the recordings of these names, made with Linux' software RoCE. */
    @ParameterizedTest
    @CsvSource({
        "rc_pingpong_v4, 0x11, 0x11, 49441", "uc_pingpong_v4, 0x12, 0x12, 49476", "write_bw_v4, 0x14, 0x14, 49552",
        "atomic_cas_v4, 0x18, 0x18, 49728", "rc_pingpong_v6, 0x1f, 0x1f, 50113", "odd_sizes, 0x36, 0x35, 52014",
        "nak_access, 0x45, 0x44, 53844", "nak_access, 0x48, 0x47, 54264", "loss_request, 0x4d, 0x4c, 55004"})
    void shouldBeWhatARecordedConnectionHasInBothDirections(
        final String recording, final int ownQpn, final int peerQpn, final int port)
    {
        assertEquals(port, SourcePorts.connected(0, ownQpn, peerQpn), recording);
        assertEquals(port, SourcePorts.connected(0, peerQpn, ownQpn), recording);
    }

    @ParameterizedTest
    @CsvSource({
        "rping_v4, 0x1, 55410", "ud_pingpong_v4, 0x13, 53368", "send_ud_v4, 0x1b, 54281", "ud_pingpong_v6, 0x21, 59062",
        "send_ud_v6, 0x29, 59975", "ud_bad_qkey, 0x4c, 49633"})
    void shouldBeWhatARecordedUdQueuePairHas(final String recording, final int ownQpn, final int port)
    {
        assertEquals(port, SourcePorts.unconnected(ownQpn), recording);
    }

    /**
     * By hand: 0xABCDE is 0b10_1010 and 0x3CDE, whose XOR is 0x3CF4. The product of the two largest numbers,
     * 0xFFFFFE000001, becomes 0xFFFFF1FFFFE1, 0xFFFFF1FFFF1E, 0xFFF1E, and 0x3F1E XOR 0x3F.
     */
    @ParameterizedTest
    @CsvSource({
        "0xABCDE, 1, 2, 0xFCF4", "0x1, 7, 8, 0xC001", "0x4000, 7, 8, 0xC001", "0xFFFFF, 7, 8, 0xFFC0",
        "0x100001, 7, 8, 0xC001", "0, 0xFFFFFF, 0xFFFFFF, 0xFF21"})
    void shouldFoldTheFlowLabel(final int flowLabel, final int ownQpn, final int peerQpn, final int port)
    {
        assertEquals(port, SourcePorts.connected(flowLabel, ownQpn, peerQpn));
    }

    @Test
    void shouldBeThePortOfEveryRecordedPacketWhoseNumbersAreKnown() throws IOException
    {
        int connected = 0;
        int unconnected = 0;
        for (final Path file : Recordings.all())
        {
            if (file.startsWith(Recordings.OTHERS) || file.getFileName().toString().startsWith("probe"))
            {
                continue;       // other senders than software RoCE
            }
            final List<Sent> packets = read(file);
            for (final Sent packet : packets)
            {
                if (packet.transport == TransportType.UD)
                {
                    assertEquals(SourcePorts.unconnected(packet.srcQp), packet.port, file + " " + packet);
                    unconnected++;
                }
            }
            // The connection manager sets flow labels, which are not on the wire.
            if (packets.stream().noneMatch(packet -> packet.destQp == 1))
            {
                connected += checkConnections(file, packets);
            }
        }

        assertTrue(connected >= 200 && unconnected >= 10, connected + " connected, " + unconnected + " unconnected");
    }

    /** Two numbers that are sent to, one in each direction, between the same hosts from the same port, are a pair. */
    private static int checkConnections(final Path file, final List<Sent> packets)
    {
        final Map<String, Set<Integer>> destinations = new HashMap<>();
        packets.forEach(
            packet -> destinations.computeIfAbsent(packet.way(), way -> new TreeSet<>()).add(packet.destQp));
        int checked = 0;
        for (final Sent packet : packets)
        {
            final Set<Integer> peers = destinations.get(packet.way());
            final Set<Integer> own = destinations.getOrDefault(packet.wayBack(), Set.of());
            if (packet.transport != TransportType.UD && peers.size() == 1 && own.size() == 1)
            {
                assertEquals(
                    SourcePorts.connected(0, own.iterator().next(), packet.destQp), packet.port, file + " " + packet);
                checked++;
            }
        }
        return checked;
    }

    private static List<Sent> read(final Path file) throws IOException
    {
        final List<Sent> packets = new ArrayList<>();
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                if (dissector.dissect(frame, roceFrame) == FrameKind.ROCE_V2)
                {
                    final RoceDatagram datagram = roceFrame.datagram();
                    final TransportType transport = datagram.packet().opcode().transport();
                    packets.add(new Sent(
                        datagram.envelope().source(),
                        datagram.envelope().destination(),
                        datagram.envelope().sourcePort(),
                        transport,
                        transport == TransportType.UD ? datagram.packet().deth().srcQp() : 0,
                        datagram.packet().bth().destQp()));
                }
            }
        }
        return packets;
    }

    private record Sent(
        InetAddress from, InetAddress to, int port, TransportType transport, int srcQp, int destQp)
    {
        String way()
        {
            return from + ">" + to + " " + port + transport;
        }

        String wayBack()
        {
            return to + ">" + from + " " + port + transport;
        }
    }
}
