package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.tools.CommandRun;
import io.roce.tools.capture.RoceFrames;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.PcapBytes;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest
{
    /** Nobody serves there. */
    private static final String SILENT = "127.50.0.66";
    /** RC_SEND_ONLY to 0x11 with four bytes, and an ICRC that is right nowhere. */
    private static final byte[] PACKET = FrameBytes.hex("0440ffff0000001180000001" + "01020304" + "00000000");

    private static final String RPING =
        Path.of(System.getProperty("roce.root"), "captures", "rping_v4.pcap").toString();

    @ParameterizedTest
    @ValueSource(strings = {
        "--map-qp 0x11", "--map-qp 0x11=0x1000000", "--map-qp host/1=2", "--speed 0", "--speed -1", "--speed 2 --fast",
        "--dst nowhere", "--keep", "--map-qp 0x11=5 --map-qp 17=6", "--map-qp 10.91.0.2/1=2 --map-qp 10.91.0.2/1=2",
        "--provision --node none",
    })
    void shouldRefuseWhatMakesNoSense(final String arguments)
    {
        final CommandRun run = run(RPING, arguments.split(" "));

        assertEquals(2, run.status(), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldFailWhenTheNodeIsNeededAndSilent()
    {
        assertEquals(3, run(RPING, "--provision").status());
        assertEquals(3, run(RPING, "--fast", "--node", SILENT).status());
    }

    @Test
    void shouldSendWithoutANodeToAsk()
    {
        final CommandRun run = run(RPING, "--fast");

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().startsWith("sent 41 packets from 127.0.0.1:"), run.out());
        assertTrue(run.out().contains("what became of them is not known"), run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--fast", "--rate 2000", "--speed 100"})
    void shouldSendEachPacketOnceAndInOrderWhateverThePace(final String pace) throws IOException
    {
        final List<byte[]> recorded = new ArrayList<>();
        try (RoceFrames frames = RoceFrames.open(Path.of(RPING)))
        {
            while (frames.next())
            {
                final RoceDatagram datagram = frames.roceFrame().datagram();
                final byte[] packet = new byte[datagram.length() - 4];
                datagram.envelope().buffer().getBytes(Envelope.PACKET_OFFSET, packet);
                recorded.add(packet);
            }
        }
        try (DatagramSocket receiver = new DatagramSocket(new InetSocketAddress("127.50.0.67", 0)))
        {
            final List<String> arguments = new ArrayList<>(List.of(
                "replay", RPING, "--to", "127.50.0.67:" + receiver.getLocalPort(), "--node", "none", "--json"));
            arguments.addAll(List.of(pace.split(" ")));

            final CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

            assertEquals(0, run.status(), run.err());
            assertEquals(41, run.json().path("sent").asInt());
            assertEquals(0, run.json().path("refused").asInt());
            assertEquals("--fast".equals(pace) ? 0 : 40, run.json().path("late").path("count").asInt());
            final DatagramPacket packet = new DatagramPacket(new byte[0xFFFF], 0xFFFF);
            for (final byte[] expected : recorded)
            {
                receiver.setSoTimeout(10_000);
                receiver.receive(packet);
                final byte[] received = Arrays.copyOf(packet.getData(), packet.getLength() - 4);
                assertArrayEquals(expected, received, "but for the ICRC");
            }
            receiver.setSoTimeout(1);
            assertThrows(SocketTimeoutException.class, () -> receiver.receive(packet), "nothing else");
        }
    }

    @Test
    void shouldReplayAtAPaceWhatCanBeReadOnce() throws IOException
    {
        final InputStream before = System.in;
        try (InputStream in = Files.newInputStream(Path.of(RPING)))
        {
            System.setIn(in);
            final CommandRun run = run("-", "--rate", "5000", "--json");

            assertEquals(0, run.status(), run.err());
            assertEquals(41, run.json().path("sent").asInt());
        }
        finally
        {
            System.setIn(before);
        }
    }

    @Test
    void shouldEndWhereEveryPacketIsCutOff(@TempDir final Path folder) throws IOException
    {
        final byte[] frame = FrameBytes.ipv4().wrap(PACKET);
        final CommandRun run = run(capture(folder, Arrays.copyOf(frame, frame.length - 2)), "--rate", "5000");

        assertEquals(1, run.status(), run.err());
        assertTrue(run.err().contains("no packet was sent: 1 skipped"), run.err());
    }

    /** The loopback interface carries 65,536 bytes: 40 and 8 of them are IPv6 and UDP headers. */
    @ParameterizedTest
    @ValueSource(strings = {"--fast", "--rate 2000"})
    void shouldSendWhatStandsAroundARefusedPacketAndTellOfIt(final String pace, @TempDir final Path folder)
        throws IOException
    {
        final String file = capture(
            folder,
            FrameBytes.ipv6().wrap(PACKET),
            FrameBytes.ipv6().wrap(Arrays.copyOf(PACKET, 65_489)),
            FrameBytes.ipv6().wrap(PACKET));
        final List<String> arguments =
            new ArrayList<>(List.of("replay", file, "--to", "[::1]:4999", "--node", "none", "--json"));
        arguments.addAll(List.of(pace.split(" ")));

        final CommandRun run = CommandRun.of(arguments.toArray(String[]::new));

        assertEquals(1, run.status(), run.err());
        assertEquals(2, run.json().path("sent").asInt(), run.out());
        assertEquals(1, run.json().path("refused").asInt());
        assertEquals(1, run.json().path("refused_by_reason").path("too_long").asInt());
        assertEquals(
            "a datagram of 65489 bytes cannot be sent to [::1]:4999: longer than the way there can carry without " +
                "fragments", run.json().path("refused_because").asText());
    }

    @Test
    void shouldFailWhereNothingCouldBeSent()
    {
        final CommandRun run = CommandRun.of("replay", RPING, "--to", "127.255.255.255", "--node", "none", "--fast");

        assertEquals(1, run.status(), run.err());
        assertTrue(run.err().contains("cannot be sent to 127.255.255.255:4791: the system does not permit it"),
            run.err());
    }

    @Test
    void shouldSayWhichIcrcsItMadeRightWithoutKnowing(@TempDir final Path folder) throws IOException
    {
        final String file = capture(
            folder,
            FrameBytes.ipv4().wrap(PACKET),
            FrameBytes.ipv4().extensions("01010101").wrap(PACKET),
            FrameBytes.ipv6().protocol(0).extensions("1100010400000000").wrap(PACKET));

        final JsonNode json = run(file, "--fast", "--json").json();
        assertEquals(3, json.path("sent").asInt());
        assertEquals(2, json.path("icrc_not_judged").asInt(), "the first one's is wrong, and stays wrong");

        final String said = "\n2 packets whose recorded ICRC could not be judged were given a right one\n";
        assertTrue(run(file, "--fast").out().contains(said));
        assertEquals(0, run(file, "--fast", "--json", "--keep-icrc").json().path("icrc_not_judged").asInt());
    }

    @Test
    void shouldNotSendAFragmentForADatagram(@TempDir final Path folder) throws IOException
    {
        final String file = capture(
            folder, FrameBytes.ipv4().fragmentField(0x2000).udpLengthChange(1_480).wrap(PACKET));

        final CommandRun run = run(file, "--fast");

        assertEquals(1, run.status());
        assertEquals(
            "roce: no packet was sent: 1 skipped, first fragment of a datagram", run.err().strip());
        assertTrue(run.out().contains("skipped 1: first fragment of a datagram"), run.out());
    }

    @Test
    void shouldFailWhenNothingWasSent(@TempDir final Path folder) throws IOException
    {
        final CommandRun elsewhere = run(RPING, "--fast", "--dst", "10.91.0.9");
        assertEquals(1, elsewhere.status());
        assertEquals("roce: no packet was sent: 41 skipped, for another destination", elsewhere.err().strip());

        final CommandRun empty = run(capture(folder), "--fast", "--json");
        assertEquals(1, empty.status());
        assertEquals("roce: no packet was sent: the file has none", empty.err().strip());
        assertEquals(0, empty.json().path("sent").asInt(-1));
    }

    @Test
    void shouldSayWhichMappingsNoPacketNeeded() throws IOException
    {
        final String[] mappings =
        {
            "--fast", "--map-qp", "0x1c=0x20", "--map-qp", "10.91.0.2/0x1c=0x21", "--map-qp", "0x1d=0x22",
            "--map-qp", "10.91.0.9/0x1c=0x23"
        };
        final CommandRun run = run(RPING, mappings);

        assertEquals(0, run.status(), run.err());
        assertEquals(
            "no packet went to 0x00001d, which --map-qp names\n" +
                "no packet went to 10.91.0.9/0x00001c, which --map-qp names\n",
            run.out().lines().filter(line -> line.contains("--map-qp")).map(line -> line + "\n")
                .collect(Collectors.joining()));

        final List<String> withJson = new ArrayList<>(Arrays.asList(mappings));
        withJson.add("--json");
        assertEquals(
            "[\"0x00001d\",\"10.91.0.9/0x00001c\"]",
            run(RPING, withJson.toArray(String[]::new)).json().path("unused_mappings").toString());
    }

    @Test
    void shouldSayWhichFileIsMissing()
    {
        final CommandRun run = run("/nowhere/at.pcap", "--fast");

        assertEquals(1, run.status());
        assertEquals("roce: no such file: /nowhere/at.pcap", run.err().strip());
    }

    private static String capture(final Path folder, final byte[]... frames) throws IOException
    {
        final Path file = folder.resolve("made.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            for (final byte[] frame : frames)
            {
                writer.frame(0, frame);
            }
        }
        return file.toString();
    }

    private static CommandRun run(final String file, final String... more)
    {
        final List<String> arguments = new ArrayList<>(List.of("replay", file, "--to", SILENT));
        arguments.addAll(Arrays.asList(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
