package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.Skip;
import io.roce.wire.header.HeaderType;
import io.roce.wire.packet.RocePacket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program's reading of every recording, field by field, where that program is installed. */
@Tag("long")
class TsharkTest
{
    private static final String[] FIELDS = {
        "frame.time_epoch", "frame.len", "frame.cap_len", "ip.src", "ipv6.src", "ip.dst", "ipv6.dst", "ip.id", "ip.ttl",
        "ip.dsfield", "udp.srcport", "udp.dstport", "infiniband.bth.opcode", "infiniband.bth.se", "infiniband.bth.m",
        "infiniband.bth.padcnt", "infiniband.bth.tver", "infiniband.bth.p_key", "infiniband.bth.destqp",
        "infiniband.bth.a", "infiniband.bth.psn", "infiniband.reth.va", "infiniband.reth.r_key",
        "infiniband.reth.dmalen", "infiniband.aeth.msn", "infiniband.deth.q_key", "infiniband.deth.srcqp",
        "infiniband.atomiceth.swapdt", "infiniband.atomiceth.cmpdt", "infiniband.atomicacketh.origremdt",
        "infiniband.bth.reserved7", "infiniband.aeth.syndrome", "infiniband.immdt", "infiniband.ieth",
        "infiniband.invariant.crc"};

    /** As it stands on the wire, the first byte most significant. */
    private static final int ICRC = FIELDS.length - 1;
    private static final long TIMEOUT_SECONDS = 120;

    @TempDir
    private static Path folder;

    @BeforeEach
    void requireTshark() throws IOException, InterruptedException
    {
        Skip.unless(isInstalled("tshark"), "tshark is not installed");
    }

    @Test
    void shouldReadEveryRecordingLikeTshark() throws IOException, InterruptedException
    {
        int count = 0;
        for (final Path file : Recordings.all())
        {
            count += compare(file, file);
        }

        assertTrue(count > 400, "only " + count + " RoCEv2 packets");
    }

    @Test
    void shouldReadEveryFileFormatLikeTshark() throws IOException, InterruptedException
    {
        Skip.unless(isInstalled("editcap"), "editcap is not installed");
        final Path recording = Recordings.own("rping_v4.pcap");
        final int count = compare(recording, recording);
        for (final String[] options : new String[][]{
            {"-F", "pcapng"}, {"-F", "nsecpcap"}, {"-F", "pcap"}, {"-F", "pcapng", "-s", "96"},
            {"-F", "nsecpcap", "-s", "60"},
            {"-F", "pcapng", "-t", "0.123456789"}, {"-F", "nsecpcap", "-t", "0.000000001"}, {"-F", "pcap", "-s", "41"}})
        {
            final Path converted = folder.resolve("converted");
            final List<String> command = new ArrayList<>(List.of("editcap"));
            command.addAll(List.of(options));
            command.addAll(List.of(recording.toString(), converted.toString()));
            run(command);
            assertEquals(String.join(" ", options).contains("41") ? 0 : count, compare(converted, recording));
        }
    }

    @Test
    void shouldReadOddFramesLikeTshark() throws IOException, InterruptedException
    {
        final byte[] ipv4 = Recordings.ipPacket("nak_access.pcap", 1);
        final byte[] packet = Arrays.copyOfRange(ipv4, 28, ipv4.length);
        final Path file = folder.resolve("odd");
        try (PcapBytes writer = new PcapBytes(file))
        {
            // IP length 0, of IPv6 as a jumbogram; an IP length beyond the frame; headers that are cut off in front of
            // the ICRC; options, extension headers and an only fragment.
            writer.frame(0, FrameBytes.ipv4().ipLengthChange(-28 - packet.length).wrap(packet))
                .frame(1_000, FrameBytes.ipv6().protocol(0).extensions("1100c20400010000")
                    .ipLengthChange(-16 - packet.length).wrap(packet))
                .frame(2_000, FrameBytes.ipv4().ipLengthChange(100).wrap(packet))
                .frame(3_000, FrameBytes.ipv4().wrap(Arrays.copyOf(packet, 20)))
                .frame(4_000, FrameBytes.ipv4().extensions("94040000").wrap(packet))
                .frame(5_000, FrameBytes.ipv6().protocol(60).extensions("1100010400000000").wrap(packet))
                .frame(6_000, FrameBytes.ipv6().protocol(44).extensions("1100000000000007").wrap(packet))
                .frame(7_000, FrameBytes.ipv4().protocol(6).ipLengthChange(-28 - packet.length).wrap(packet));
        }

        assertEquals(7, compare(file, file));
    }

    /** @return how many RoCEv2 packets there were. */
    private static int compare(final Path file, final Path recording) throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            "tshark", "-n", "-r", file.toString(), "-T", "fields", "-E", "occurrence=f"));
        for (final String field : FIELDS)
        {
            command.addAll(List.of("-e", field));
        }

        final List<String> lines = run(command);
        final Frame frame = new Frame();
        final RoceFrame roceFrame = new RoceFrame();
        final FrameDissector dissector = new FrameDissector();
        int count = 0;
        int index = 0;
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                final String where = recording.getFileName() + " frame " + frame.number();
                assertTrue(index < lines.size(), where + " is one that tshark does not have");
                final String[] expected = lines.get(index++).split("\t", -1);
                final FrameKind kind = dissector.dissect(frame, roceFrame);
                final boolean isRoce = kind == FrameKind.ROCE_V2;
                count += isRoce ? 1 : 0;
                final String[] actual = row(frame, isRoce ? roceFrame : null);
                for (int i = 0; i < FIELDS.length; i++)
                {
                    // What is empty here is not compared: frames of other protocols, headers that were cut off. Where a
                    // payload is of a few bytes or an opcode reserved, tshark shows no ICRC.
                    if (!actual[i].isEmpty() && !(i == ICRC && expected[i].isEmpty()))
                    {
                        assertEquals(normal(expected[i]), actual[i], where + ", " + FIELDS[i]);
                    }
                }

                if (kind != FrameKind.CUT_BEFORE_UDP)
                {
                    assertEquals("4791".equals(expected[11]), isRoce, where + " is RoCEv2");
                }
            }
        }

        assertEquals(lines.size(), index, "frames of " + file);
        return count;
    }

    private static String[] row(final Frame frame, final RoceFrame roceFrame)
    {
        final String[] row = new String[FIELDS.length];
        Arrays.fill(row, "");
        row[0] = String.format(Locale.ROOT, "%d.%09d",
            Math.floorDiv(frame.timestampNs(), 1_000_000_000L), Math.floorMod(frame.timestampNs(), 1_000_000_000L));
        row[1] = number(frame.originalLength());
        row[2] = number(frame.capturedLength());
        if (roceFrame == null)
        {
            return row;
        }

        final var envelope = roceFrame.datagram().envelope();
        final int family = envelope.isIpv6() ? 1 : 0;
        row[3 + family] = address(envelope.source().getAddress());
        row[5 + family] = address(envelope.destination().getAddress());
        if (family == 0)
        {
            row[7] = number(envelope.identification());
            row[8] = number(roceFrame.hopLimit());
            row[9] = number(roceFrame.trafficClass());
        }

        row[10] = number(envelope.sourcePort());
        row[11] = number(envelope.destinationPort());
        final RocePacket packet = roceFrame.datagram().packet();
        if (roceFrame.isReadable(HeaderType.BTH))
        {
            row[12] = number(packet.bth().opcodeValue());
            row[13] = number(packet.bth().isSolicitedEvent() ? 1 : 0);
            row[14] = number(packet.bth().isMigReq() ? 1 : 0);
            row[15] = number(packet.bth().padCount());
            row[16] = number(packet.bth().transportVersion());
            row[17] = number(packet.bth().pKey());
            row[18] = number(packet.bth().destQp());
            row[19] = number(packet.bth().isAckRequest() ? 1 : 0);
            row[20] = number(packet.bth().psn());
        }

        if (roceFrame.isReadable(HeaderType.RETH))
        {
            row[21] = number(packet.reth().virtualAddress());
            row[22] = number(packet.reth().rKey() & 0xFFFF_FFFFL);
            row[23] = number(packet.reth().dmaLength());
        }

        if (roceFrame.isReadable(HeaderType.AETH))
        {
            row[24] = number(packet.aeth().msn());
        }

        if (roceFrame.isReadable(HeaderType.DETH))
        {
            row[25] = number(packet.deth().qKey() & 0xFFFF_FFFFL);
            row[26] = number(packet.deth().srcQp());
        }

        if (roceFrame.isReadable(HeaderType.ATOMIC_ETH))
        {
            row[27] = number(packet.atomicEth().swapOrAddData());
            row[28] = number(packet.atomicEth().compareData());
        }

        if (roceFrame.isReadable(HeaderType.ATOMIC_ACK_ETH))
        {
            row[29] = number(packet.atomicAckEth().originalData());
        }

        if (roceFrame.isReadable(HeaderType.BTH))
        {
            row[30] = number(packet.bth().reserved7());
        }

        if (roceFrame.isReadable(HeaderType.AETH))
        {
            row[31] = number(packet.aeth().syndrome());
        }

        if (roceFrame.isReadable(HeaderType.IMM_DT))
        {
            row[32] = String.format(Locale.ROOT, "%08x", packet.immDt().immediateData());
        }

        if (roceFrame.isReadable(HeaderType.IETH))
        {
            row[33] = String.format(Locale.ROOT, "%08x", packet.ieth().rKey());
        }

        if (roceFrame.isIcrcReadable())
        {
            row[ICRC] = number(packet.icrc() & 0xFFFF_FFFFL);
        }

        return row;
    }

    /** Numbers in one spelling: tshark gives some in hex; addresses in another. */
    private static String normal(final String value)
    {
        if (value.startsWith("0x"))
        {
            return number(Long.parseUnsignedLong(value.substring(2), 16));
        }

        return value;
    }

    private static String number(final long value)
    {
        return Long.toUnsignedString(value);
    }

    /** As tshark writes them: of the recordings' IPv6 addresses all have their run of zeros in the middle. */
    private static String address(final byte[] address)
    {
        if (address.length == 4)
        {
            return String.format(Locale.ROOT, "%d.%d.%d.%d",
                address[0] & 0xFF, address[1] & 0xFF, address[2] & 0xFF, address[3] & 0xFF);
        }

        return String.format(Locale.ROOT, "%x::%x", (address[0] & 0xFF) << 8 | address[1] & 0xFF, address[15] & 0xFF);
    }

    private static boolean isInstalled(final String program) throws InterruptedException
    {
        try
        {
            run(List.of(program, "--version"));
            return true;
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private static List<String> run(final List<String> command) throws IOException, InterruptedException
    {
        final Path out = folder.resolve("out");
        final Process process = new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
            throw new IllegalStateException(command + " has not ended");
        }

        assertEquals(0, process.exitValue(), () -> command + " failed");
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }
}
