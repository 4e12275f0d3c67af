package io.roce.tools.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;

import io.roce.tools.CommandRun;
import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.PcapWriter;
import io.roce.wire.capture.Recordings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of frames. Expected ones are made from nothing but annex A17 and RFC 1071. */
class RewriteTest
{
    private static final long SEED = 0x4E77_417EL;
    private static final int UDP = 8;
    private static final int BTH = 12;
    private static final int ICRC = 4;
    private static final int ETHERNET = 14;
    private static final int RUNS = 300;

    private static final String[] ALL_IPV4 = {
        "--address", "10.91.0.2=192.0.2.77", "--address", "10.91.0.3=198.51.100.255", "--udp-src-port", "0xffff",
        "--map-qp", "0x11=0xabcdef", "--psn-offset", "0x11=-2", "--psn-offset", "77", "--p-key", "0x7fff=0x8001",
        "--dscp", "46"};
    private static final String[] ALL_IPV6 = ALL_IPV4.clone();

    static
    {
        ALL_IPV6[1] = "fd91::2=2001:db8::77";
        ALL_IPV6[3] = "fd91::3=2001:db8::ffff";
    }

    /** RC_SEND_ONLY to 0x11, PSN 1, four bytes. */
    private static final byte[] PACKET = FrameBytes.hex("0440ffff0000001180000001" + "01020304" + "00000000");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeWhatAnnexA17AndTheChecksumsMake(final boolean isIpv6) throws IOException
    {
        final Random random = new Random(SEED);
        final List<byte[]> recorded = new ArrayList<>();
        final List<byte[]> expected = new ArrayList<>();
        for (int run = 0; run < RUNS; run++)
        {
            final int payload = run == 0 ? 0 : run == 1 ? 4_096 : random.nextInt(4_097);
            final byte[] ip = randomSend(random, isIpv6, payload);
            recorded.add(FrameBytes.ipv4().around(ip));

            final int start = isIpv6 ? 40 : 20;
            final byte[] changed = ip.clone();
            final ByteBuffer packet = ByteBuffer.wrap(changed);
            if (isIpv6)
            {
                packet.putInt(0, packet.getInt(0) & ~(0xFC << 20) | 46 << 22);
                packet.put(8, FrameBytes.hex("20010db8000000000000000000000077" + "20010db800000000000000000000ffff"));
            }
            else
            {
                changed[1] = (byte)(changed[1] & 3 | 46 << 2);
                packet.put(12, new byte[]{(byte)192, 0, 2, 77, (byte)198, 51, 100, (byte)255});
            }
            packet.putShort(start, (short)0xFFFF);
            final int bth = start + UDP;
            packet.putShort(bth + 2, (short)0x8001);
            packet.putInt(bth + 4, packet.getInt(bth + 4) & 0xFF00_0000 | 0xABCDEF);
            packet.putInt(bth + 8, packet.getInt(bth + 8) & 0xFF00_0000 | packet.getInt(bth + 8) - 2 & 0xFF_FFFF);
            expected.add(FrameBytes.ipv4().around(FrameBytes.withChecksums(FrameBytes.withIcrc(changed))));
        }

        final JsonNode json = rewrite(capture(recorded), isIpv6 ? ALL_IPV6 : ALL_IPV4);

        assertEquals(RUNS, json.path("icrc").path("patched").asInt());
        assertFrames(expected);
    }

    @Test
    void shouldMapAddressAndSourceQueuePairOfUd() throws IOException
    {
        final byte[] before = FrameBytes.hex(
            "6400ffff0000001180000001" + "000000010000000f" + "01020304" + "00000000");
        final byte[] after = FrameBytes.hex(
            "6400ffff0000005580000001" + "000000010000000e" + "01020304" + "00000000");

        rewrite(
            capture(List.of(FrameBytes.ipv4().around(whole(FrameBytes.ipv4(), before)))),
            "--map-qp", "10.91.0.3/0x11=0x55", "--map-qp", "10.91.0.2/0xf=0xe", "--map-qp", "10.91.0.2/0x11=0x66",
            "--map-qp", "0x11=0x77");

        assertFrames(List.of(FrameBytes.ipv4().around(whole(FrameBytes.ipv4(), after))));
    }

    @Test
    void shouldLeaveThePsnOfACnp() throws IOException
    {
        final byte[] cnp = FrameBytes.hex("8100ffff4000001100000000" + "00".repeat(16) + "00000000");
        final byte[] frame = FrameBytes.ipv4().around(whole(FrameBytes.ipv4(), cnp));

        assertEquals(0, rewrite(capture(List.of(frame)), "--psn-offset", "5").path("changed").asInt());
        assertFrames(List.of(frame));
    }

    @Test
    void shouldKeepWhatWasWrongWrongInTheSameBits() throws IOException
    {
        final byte[] before = whole(FrameBytes.ipv4(), PACKET);
        final byte[] after = whole(FrameBytes.ipv4().ports(7, 4791), PACKET);
        for (final byte[] packet : List.of(before, after))
        {
            packet[packet.length - 2] ^= 0x5A;
        }
        final byte[] malformed = whole(FrameBytes.ipv4(), FrameBytes.hex("1f40ffff00000011800000010102030400000000"));

        final JsonNode json = rewrite(
            capture(List.of(FrameBytes.ipv4().around(before), FrameBytes.ipv4().around(malformed))),
            "--udp-src-port", "7", "--map-qp", "0x12=0x13");

        assertEquals(1, json.path("icrc").path("still_wrong").asInt());
        assertEquals("[\"0x000012\"]", json.path("unused").path("--map-qp").toString());
        final List<byte[]> frames = frames();
        // The UDP checksum covers the ICRC, wrong bits and all: it is as far from the right one as it was.
        assertEquals(icrc(after), icrc(ip(frames.get(0))));
        final byte[] stillMalformed = ip(frames.get(1));
        assertEquals(icrc(FrameBytes.withIcrc(stillMalformed)), icrc(stillMalformed), "it has an ICRC too");
    }

    @Test
    void shouldRepairWhenAsked() throws IOException
    {
        final byte[] right = whole(FrameBytes.ipv4(), PACKET);
        final byte[] wrong = right.clone();
        wrong[wrong.length - 1] ^= 0x01;
        final byte[] wrongWithChecksum = FrameBytes.withChecksums(wrong);

        final JsonNode json = rewrite(
            capture(List.of(FrameBytes.ipv4().around(wrongWithChecksum), FrameBytes.ipv4().around(right))),
            "--repair-icrc");

        assertEquals(1, json.path("changed").asInt());
        assertEquals(1, json.path("icrc").path("computed").asInt());
        assertFrames(List.of(FrameBytes.ipv4().around(right), FrameBytes.ipv4().around(right)));
    }

    @Test
    void shouldSayOfWhichPacketsTheIcrcIsNotThere() throws IOException
    {
        final byte[] whole = FrameBytes.ipv4().around(whole(FrameBytes.ipv4(), PACKET));
        final byte[] fragment = FrameBytes.ipv4().fragmentField(0x2000).udpLengthChange(1_480).wrap(PACKET);
        final byte[] options = FrameBytes.ipv4().extensions("01010101").wrap(PACKET);
        final Path in = folder.resolve("in.pcap");
        try (PcapWriter writer = new PcapWriter(in).snapLength(ETHERNET + 20 + UDP + BTH))
        {
            writer.frame(0, whole);
        }

        final JsonNode cut = rewrite(in, "--map-qp", "0x11=0x12");
        assertEquals("{\"cut by the capture\":1}", cut.path("icrc").path("left").toString());
        assertEquals(0x12, frames().get(0)[ETHERNET + 20 + UDP + 7]);

        final JsonNode others = rewrite(capture(List.of(fragment, options)), "--map-qp", "0x11=0x12");
        assertEquals(
            "{\"first fragment of a datagram\":1,\"not defined with IPv4 options\":1}",
            others.path("icrc").path("left").toString());
        final List<byte[]> frames = frames();
        assertEquals(icrcOf(fragment), icrcOf(frames.get(0)));
        assertEquals(icrcOf(options), icrcOf(frames.get(1)));
    }

    @Test
    void shouldKeepTheChecksumsOfOtherProtocols() throws IOException
    {
        final String segment = "3039" + "0050" + "00000001" + "00000000" + "5018ffff" + "0000" + "0000" + "474554";
        final List<byte[]> before = new ArrayList<>();
        final List<byte[]> after = new ArrayList<>();
        for (final byte[] ip : List.of(
            withProtocol(FrameBytes.ipv4(), 6, segment),
            withProtocol(FrameBytes.ipv4(), 17, "303900350000000001"),
            withProtocol(FrameBytes.ipv6(), 6, segment),
            withProtocol(FrameBytes.ipv6(), 58, "80000000000100020304")))
        {
            before.add(FrameBytes.ipv4().around(FrameBytes.withChecksums(ip)));
            final byte[] changed = ip.clone();
            changed[ip[0] >> 4 == 6 ? 23 : 15] = 9;
            after.add(FrameBytes.ipv4().around(FrameBytes.withChecksums(changed)));
        }
        final byte[] unknown = FrameBytes.ipv4().around(
            withProtocol(FrameBytes.ipv4(), 88, "0000000000000000000000000000000000000000"));
        final byte[] arp = FrameBytes.hex("ffffffffffff5254009100020806" + "0001080006040001" +
            "5254009100020a5b0002" + "0000000000000a5b0003");
        before.addAll(List.of(unknown, arp));
        after.addAll(List.of(unknown, arp));

        final JsonNode json = rewrite(
            capture(before), "--address", "10.91.0.2=10.91.0.9", "--address", "fd91::2=fd91::9");

        assertFrames(after);
        assertEquals(4, json.path("changes").path("address").asInt());
        assertEquals(
            "{\"address\":{\"what follows the IP header may depend on them\":1}}",
            json.path("not_changed").toString());
    }

    @Test
    void shouldKeepAFrameCheckSequenceRight() throws IOException
    {
        final byte[] before = withFcs(FrameBytes.ipv4().around(whole(FrameBytes.ipv4(), PACKET)));
        final byte[] after = before.clone();
        after[5] = 0x77;
        rewrite(capture(List.of(before)), "--mac", "52:54:00:91:00:03=52:54:00:91:00:77");

        assertFrames(List.of(withFcs(Arrays.copyOf(after, after.length - 4))));
    }

    @Test
    void shouldAddChangeAndRemoveVlanTags() throws IOException
    {
        final byte[] ip = whole(FrameBytes.ipv4(), PACKET);
        final byte[] untagged = FrameBytes.ipv4().around(ip);
        final byte[] tagged = FrameBytes.ipv4().vlan(0x8100, 7).around(ip);
        final byte[] twice = FrameBytes.ipv4().vlan(0x8100, 9).vlan(0x8100, 0x6007).around(ip);

        rewrite(capture(List.of(untagged)), "--add-vlan", "7");
        assertFrames(List.of(tagged));
        rewrite(capture(List.of(tagged, untagged)), "--remove-vlan");
        assertFrames(List.of(untagged, untagged));
        rewrite(capture(List.of(FrameBytes.ipv4().vlan(0x8100, 0x6007).around(ip))), "--add-vlan", "9");
        assertFrames(List.of(twice));
        rewrite(capture(List.of(twice, tagged)), "--vlan", "9=0xabc", "--vlan", "8=5");
        assertFrames(List.of(FrameBytes.ipv4().vlan(0x8100, 0xABC).vlan(0x8100, 0x6007).around(ip), tagged));
        rewrite(capture(List.of(FrameBytes.ipv4().vlan(0x88A8, 0xE123).around(ip))), "--vlan", "1");
        assertFrames(List.of(FrameBytes.ipv4().vlan(0x88A8, 0xE001).around(ip)));
    }

    @Test
    void shouldTagCookedFramesAndNoneThatHaveNoPlace() throws IOException
    {
        final byte[] ip = whole(FrameBytes.ipv4(), PACKET);
        final byte[] sll = FrameBytes.hex("00000001000652540091000200000800");
        final byte[] sll2 = FrameBytes.hex("0800000000000001000100065254009100020000");
        for (final byte[] header : List.of(sll, sll2))
        {
            final FrameBytes frame = FrameBytes.ipv4().link(header, header == sll ? 14 : 0);
            final FrameBytes tagged =
                FrameBytes.ipv4().link(header, header == sll ? 14 : 0).vlan(0x8100, 7);
            final LinkType linkType = header == sll ? LinkType.LINUX_SLL : LinkType.LINUX_SLL2;
            final byte[] expected = header == sll ?
                tagged.around(ip) : FrameBytes.ipv4().link(
                    FrameBytes.hex("8100000000000001000100065254009100020000" + "00070800"), 22).around(ip);

            rewrite(capture(linkType, List.of(frame.around(ip))), "--add-vlan", "7");
            assertFrames(List.of(expected));
            rewrite(capture(linkType, List.of(expected)), "--remove-vlan");
            assertFrames(List.of(frame.around(ip)));
        }

        final JsonNode json = rewrite(capture(LinkType.RAW, List.of(ip)), "--add-vlan", "7");
        assertEquals(
            "{\"vlan\":{\"the link layer has no place for a tag, or was cut\":1}}",
            json.path("not_changed").toString());
        assertFrames(List.of(ip));
    }

    @Test
    void shouldChangeTheChosenFramesAlone() throws IOException
    {
        final List<byte[]> before = new ArrayList<>();
        final List<byte[]> after = new ArrayList<>();
        for (int frame = 1; frame <= 6; frame++)
        {
            final byte[] ip = whole(FrameBytes.ipv4().identification(frame), PACKET);
            before.add(FrameBytes.ipv4().around(ip));
            after.add(frame == 2 || frame >= 5 ? FrameBytes.ipv4().around(
                whole(FrameBytes.ipv4().identification(frame).ports(9, 4791), PACKET)) : FrameBytes.ipv4().around(ip));
        }

        rewrite(capture(before), "--udp-src-port", "9", "--frames", "2,5-");
        assertFrames(after);
        final JsonNode json =
            rewrite(capture(before), "--udp-src-port", "9", "--frames", "5-9,2", "--drop-others");
        assertFrames(List.of(after.get(1), after.get(4), after.get(5)));
        assertEquals(3, json.path("dropped").asInt());
        rewrite(capture(before), "--udp-src-port", "9", "--only-qpn", "0x12");
        assertFrames(before);
        rewrite(capture(before), "--udp-src-port", "9", "--only-qpn", "0x12,17", "--frames", "2,5-6");
        assertFrames(after);
    }

    @Test
    void shouldLeaveEveryRecordingAsItIsWhenNothingIsAsked() throws IOException
    {
        for (final Path file : Recordings.all())
        {
            assertEquals(0, rewrite(file).path("changed").asInt());
            assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(out()), file.toString());
        }
    }

    @Test
    void shouldUndoEveryChange() throws IOException
    {
        final String[] there = {
            "--address", "10.91.0.2=10.91.0.99", "--address", "10.91.0.3=1.2.3.4", "--address", "fd91::2=fd91::99",
            "--udp-src-port", "0xd872=0x1234", "--map-qp", "0x11=0x111111", "--map-qp", "0x1c=0x222222",
            "--psn-offset", "-70000", "--p-key", "0xffff=0x8123", "--mac", "52:54:00:91:00:02=02:00:00:00:00:01"};
        final String[] back = {
            "--address", "10.91.0.99=10.91.0.2", "--address", "1.2.3.4=10.91.0.3", "--address", "fd91::99=fd91::2",
            "--udp-src-port", "0x1234=0xd872", "--map-qp", "0x111111=0x11", "--map-qp", "0x222222=0x1c",
            "--psn-offset", "70000", "--p-key", "0x8123=0xffff", "--mac", "02:00:00:00:00:01=52:54:00:91:00:02"};
        long changed = 0;
        for (final Path file : Recordings.all())
        {
            final Path other = folder.resolve("other.pcap");
            changed += rewrite(file, there).path("changed").asLong();
            Files.copy(out(), other, StandardCopyOption.REPLACE_EXISTING);
            rewrite(other, back);
            assertEquals(-1, Files.mismatch(file, out()), file.toString());
        }
        assertTrue(changed > 400, changed + " frames were changed");
    }

    private JsonNode rewrite(final Path file, final String... options) throws IOException
    {
        final List<String> arguments = new ArrayList<>(List.of("rewrite", "--json"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(file.toString(), out().toString()));
        final CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        return run.json();
    }

    private Path out()
    {
        return folder.resolve("out.pcap");
    }

    private Path capture(final List<byte[]> frames) throws IOException
    {
        return capture(LinkType.ETHERNET, frames);
    }

    private Path capture(final LinkType linkType, final List<byte[]> frames) throws IOException
    {
        final Path file = folder.resolve("in.pcap");
        try (PcapWriter writer = new PcapWriter(file).linkType(linkType.code()))
        {
            for (final byte[] frame : frames)
            {
                writer.frame(0, frame);
            }
        }
        return file;
    }

    private List<byte[]> frames() throws IOException
    {
        final List<byte[]> frames = new ArrayList<>();
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(out()))
        {
            while (reader.next(frame))
            {
                frames.add(Arrays.copyOf(frame.data(), frame.capturedLength()));
            }
        }
        return frames;
    }

    private void assertFrames(final List<byte[]> expected) throws IOException
    {
        final List<byte[]> frames = frames();
        assertEquals(expected.size(), frames.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertArrayEquals(expected.get(i), frames.get(i), "frame " + (i + 1));
        }
    }

    /** With everything right, ECN and FECN among what is random. */
    private static byte[] randomSend(final Random random, final boolean isIpv6, final int payload)
    {
        final int pad = -payload & 3;
        final ByteBuffer packet = ByteBuffer.allocate(BTH + payload + pad + ICRC);
        random.nextBytes(packet.array());
        packet.put(0, (byte)4).put(1, (byte)(pad << 4)).putShort(2, (short)0x7FFF)
            .put(5, (byte)0).putShort(6, (short)0x11);
        final FrameBytes frame = isIpv6 ? FrameBytes.ipv6() : FrameBytes.ipv4();
        return whole(frame.ports(random.nextInt(65_536), 4791)
            .identification(random.nextInt(65_536))
            .trafficClass(random.nextInt(256)), packet.array());
    }

    private static byte[] whole(final FrameBytes frame, final byte[] packet)
    {
        return FrameBytes.withChecksums(FrameBytes.withIcrc(frame.ipPacket(packet)));
    }

    /** An IP packet that is not UDP, or not to RoCE's port. */
    private static byte[] withProtocol(final FrameBytes frame, final int protocol, final String hex)
    {
        final byte[] content = FrameBytes.hex(hex);
        final byte[] ip = frame.protocol(protocol).ipPacket(new byte[content.length - UDP]);
        System.arraycopy(content, 0, ip, ip.length - content.length, content.length);
        if (protocol == 17)
        {
            ByteBuffer.wrap(ip).putShort(ip.length - content.length + 4, (short)content.length);
        }
        return ip;
    }

    private static byte[] withFcs(final byte[] frame)
    {
        final CRC32 crc32 = new CRC32();
        crc32.update(frame);
        return ByteBuffer.allocate(frame.length + 4)
            .put(frame).putInt(Integer.reverseBytes((int)crc32.getValue())).array();
    }

    private static byte[] ip(final byte[] frame)
    {
        return Arrays.copyOfRange(frame, ETHERNET, frame.length);
    }

    private static int icrc(final byte[] ipPacket)
    {
        return ByteBuffer.wrap(ipPacket).getInt(ipPacket.length - ICRC);
    }

    private static int icrcOf(final byte[] frame)
    {
        return ByteBuffer.wrap(frame).getInt(frame.length - ICRC);
    }
}
