package io.roce.wire.capture;

import static io.roce.wire.capture.FrameBytes.ipv4;
import static io.roce.wire.capture.FrameBytes.ipv6;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.WireError;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames with several packets: each made by itself, with the ICRC that the standard gives it, and put together. */
class FrameSegmentsTest
{
    private final FrameDissector dissector = new FrameDissector();
    private final RoceFrame whole = new RoceFrame();
    private final FrameSegments segments = new FrameSegments();

    @ParameterizedTest
    @CsvSource({
        "0,      100,  60,  5",
        "0xFFFE, 1040, 1040, 40",
        "7,      4112, 20,  15",
        "0,      512,  16,  128",
        "1,      16,   16,  2",
        "0,      1040, 1038, 2",
    })
    void shouldBeFoundWithTheIdentificationsThatTheyGet(
        final String first, final int length, final int lastLength, final int count)
    {
        final int identification = Integer.decode(first);
        final byte[][] packets = new byte[count][];
        for (int k = 0; k < count; k++)
        {
            final int own = k < count - 1 ? length : lastLength;
            packets[k] = packet(ipv4().identification(identification + k & 0xFFFF), k, own, true);
        }

        assertEquals(count, find(ipv4().identification(identification), packets));
        assertEquals(length, segments.length());
        assertEquals(lastLength, segments.lastLength());
        for (int k = 0; k < count; k++)
        {
            final RoceFrame segment = assertGood(k, count, packets[k]);
            assertEquals(identification + k & 0xFFFF, segment.datagram().envelope().identification());
            assertEquals(28 + packets[k].length, segment.ipLength());
        }
        assertGood(0, count, packets[0]);
        assertEquals(count * length - length + lastLength, whole.datagram().length(), "the frame stays what it is");
    }

    /** Payloads of zeros look like packets at every place. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeFoundOverIpv6(final boolean isRandom)
    {
        final byte[][] packets = new byte[30][];
        Arrays.setAll(packets, k -> packet(ipv6(), k, k < 29 ? 1_040 : 400, isRandom));

        assertEquals(30, find(ipv6(), packets));
        for (int k = 0; k < 30; k++)
        {
            assertGood(k, 30, packets[k]);
        }
    }

    /** As a receiver's adapter or system puts datagrams together that came one by one. */
    @Test
    void shouldBeFoundWhereAllHaveOneIdentification()
    {
        final byte[][] packets = new byte[10][];
        Arrays.setAll(packets, k -> packet(ipv4(), k, 276, true));

        assertEquals(10, find(ipv4(), packets));
        for (int k = 0; k < 10; k++)
        {
            assertEquals(0, assertGood(k, 10, packets[k]).datagram().envelope().identification());
        }
    }

    @Test
    void shouldSayWhichOfThemIsWrong()
    {
        final byte[][] packets = new byte[4][];
        Arrays.setAll(packets, k -> packet(ipv4().identification(k), k, 200, true));
        packets[2][100] ^= 1;

        assertEquals(4, find(ipv4(), packets));
        for (int k = 0; k < 4; k++)
        {
            assertEquals(k == 2 ? IcrcStatus.BAD : IcrcStatus.GOOD, segments.get(k).icrcStatus());
        }
    }

    @Test
    void shouldBeOneWhereNothingElseIsFound()
    {
        assertEquals(1, find(ipv4(), packet(ipv4(), 1, 1_040, true)));
        assertSame(whole, segments.get(0));
        assertEquals(0, segments.length());
        assertEquals(1_040, segments.lastLength());
        assertEquals(1, segments.get(0).segments());

        final byte[] wrong = packet(ipv4(), 1, 1_040, true);
        wrong[30] ^= 1;
        assertEquals(1, find(ipv4(), wrong));
        assertSame(whole, segments.get(0));

        // The first one's ICRC is right, but what is behind it is no packet.
        assertEquals(1, find(ipv4(), packet(ipv4(), 0, 100, true), new byte[]{(byte)0xFF}));
        assertEquals(1, find(ipv4(), new byte[0]));
        assertEquals(1, find(ipv4(), new byte[11]));
    }

    /** Whatever the bytes are, there is an answer, and the work is bounded: here all lengths are tried each time. */
    @Test
    @Timeout(60)
    void shouldEndForAnyBytes()
    {
        for (final int length : new int[]{16, 17, 31, 32, 33, 100, 4_212, 4_213, 9_000, 65_507})
        {
            assertEquals(1, find(ipv4(), new byte[length]));
        }
        final Random random = new Random(4);
        for (int i = 0; i < 2_000; i++)
        {
            final byte[] bytes = new byte[random.nextInt(3_000)];
            random.nextBytes(bytes);
            for (int at = 0; at < bytes.length; at += 4 + random.nextInt(40))
            {
                bytes[at] = 4;
            }
            assertEquals(1, find(i % 2 == 0 ? ipv4() : ipv6(), bytes));
        }
    }

    /** 1,040 bytes each; of the third one the capture has half. */
    @Test
    void shouldBeFoundInAFrameThatTheCaptureHasCut()
    {
        final byte[][] packets = new byte[20][];
        Arrays.setAll(packets, k -> packet(ipv4().identification(k), k, 1_040, true));
        final byte[] frame = ipv4().wrap(together(packets));
        assertEquals(FrameKind.ROCE_V2, dissect(Arrays.copyOf(frame, 42 + 2_600), frame.length));

        assertEquals(20, segments.find(whole));
        assertGood(0, 20, packets[0]);
        assertGood(1, 20, packets[1]);
        for (int k = 2; k < 20; k++)
        {
            final RoceFrame segment = segments.get(k);
            assertEquals(IcrcUnavailable.CUT_BY_CAPTURE, segment.icrcUnavailable());
            assertTrue(segment.isCut() && !segment.isWhole());
            assertEquals(1_040, segment.datagram().length());
            assertEquals(k == 2 ? 520 : 0, segment.capturedLength());
            assertEquals(k == 2, segment.isReadable(HeaderType.BTH));
        }
        assertEquals(2, segments.get(2).datagram().packet().bth().psn());

        // Less than one and the beginning of another, or what may be one.
        assertEquals(FrameKind.ROCE_V2, dissect(Arrays.copyOf(frame, 42 + 1_051), frame.length));
        assertEquals(1, segments.find(whole));
        final byte[] two = ipv4().wrap(together(packets[0], packets[1]));
        assertEquals(FrameKind.ROCE_V2, dissect(Arrays.copyOf(two, two.length - 1), two.length));
        assertEquals(1, segments.find(whole));
    }

    private RoceFrame assertGood(final int index, final int count, final byte[] bytes)
    {
        final RoceFrame segment = segments.get(index);
        assertEquals(WireError.NONE, segment.datagram().error());
        assertEquals(IcrcStatus.GOOD, segment.icrcStatus(), () -> "segment " + index);
        assertEquals(index, segment.datagram().segment());
        assertEquals(index, segment.datagram().packet().bth().psn());
        assertEquals(count, segment.segments());
        assertEquals(whole.datagram().envelope().source(), segment.datagram().envelope().source());
        assertEquals(whole.datagram().envelope().sourcePort(), segment.datagram().envelope().sourcePort());
        assertArrayEquals(bytes, Arrays.copyOfRange(segment.datagram().envelope().array(),
            Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + segment.datagram().length()));
        return segment;
    }

    private int find(final FrameBytes headers, final byte[]... packets)
    {
        final byte[] frame = headers.wrap(together(packets));
        assertEquals(FrameKind.ROCE_V2, dissect(frame, frame.length));
        return segments.find(whole);
    }

    private FrameKind dissect(final byte[] bytes, final int wireLength)
    {
        final Frame frame = new Frame();
        frame.linkType = LinkType.ETHERNET;
        frame.data = bytes;
        frame.capturedLength = bytes.length;
        frame.originalLength = wireLength;
        return dissector.dissect(frame, whole);
    }

    private static byte[] together(final byte[]... packets)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Arrays.stream(packets).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    /** RC_SEND_ONLY with that PSN, of so many bytes with its ICRC. */
    private static byte[] packet(final FrameBytes headers, final int psn, final int length, final boolean isRandom)
    {
        final byte[] packet = new byte[length];
        if (isRandom)
        {
            new Random(psn).nextBytes(packet);
        }
        ByteBuffer.wrap(packet).putInt(0x0400_FFFF).putInt(0x52).putInt(psn);
        final byte[] ipPacket = FrameBytes.withIcrc(headers.ipPacket(packet));
        return Arrays.copyOfRange(ipPacket, ipPacket.length - length, ipPacket.length);
    }
}
