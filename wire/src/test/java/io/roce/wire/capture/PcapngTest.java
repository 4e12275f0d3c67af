package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngTest
{
    private static final byte[] FRAME = {1, 2, 3, 4, 5, 6, 7};
    private static final long SECONDS = 1_795_958_379L;
    private static final int ETHERNET = 1;
    private static final int IEEE802_11 = 105;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
    void shouldReadEveryKindOfPacketBlock(final String name) throws IOException
    {
        final ByteOrder order = name.startsWith("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        final PcapngBytes bytes = new PcapngBytes().section(order)
            .networkInterface(ETHERNET, 5)
            .enhancedPacket(0, SECONDS * 1_000_000 + 127_576, FRAME)
            .block(5, ByteBuffer.allocate(16))
            .simplePacket(7, Arrays.copyOf(FRAME, 5))
            .block(0x0BAD, ByteBuffer.allocate(70_000))
            .obsoletePacket(0, SECONDS * 1_000_000 + 1, FRAME);

        final Frame frame = new Frame();
        try (CaptureReader reader = open(bytes))
        {
            assertTrue(reader.next(frame));
            assertFrame(frame, 1, SECONDS * 1_000_000_000 + 127_576_000, FRAME);
            assertEquals(7, frame.originalLength());
            assertEquals(LinkType.ETHERNET, frame.linkType());

            assertTrue(reader.next(frame));
            assertFrame(frame, 2, 0, Arrays.copyOf(FRAME, 5));
            assertEquals(7, frame.originalLength());

            assertTrue(reader.next(frame));
            assertFrame(frame, 3, SECONDS * 1_000_000_000 + 1_000, FRAME);
            assertFalse(reader.next(frame));
        }
    }

    @Test
    void shouldBeginAnewWithEverySection() throws IOException
    {
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
            .networkInterface(ETHERNET, 0)
            .enhancedPacket(0, 1, FRAME)
            .section(ByteOrder.BIG_ENDIAN)
            .networkInterface(228, 0)
            .networkInterface(276, 0)
            .enhancedPacket(1, 2, FRAME)
            .enhancedPacket(0, 3, FRAME);

        final Frame frame = new Frame();
        try (CaptureReader reader = open(bytes))
        {
            assertTrue(reader.next(frame));
            assertEquals(LinkType.ETHERNET, frame.linkType());
            assertTrue(reader.next(frame));
            assertEquals(LinkType.LINUX_SLL2, frame.linkType());
            assertEquals(2_000, frame.timestampNs());
            assertTrue(reader.next(frame));
            assertEquals(LinkType.IPV4, frame.linkType());
            assertEquals(3, frame.number());
            assertFalse(reader.next(frame));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, 7000000000", "3, 7, 7000000", "6, 7, 7000", "9, 1795958379127576001, 1795958379127576001",
        "12, 7999, 7", "19, 15000000000000000000, 1500000000",
        // Powers of two: one second and a half, and a little less than a second.
        "129, 3, 1500000000", "160, 4294967295, 999999999", "191, 9223372036854775807, 999999999",
        "128, 2, 2000000000"})
    void shouldTakeTimestampsToNanoseconds(final int resolution, final String timestamp, final long expectedNs)
        throws IOException
    {
        assertEquals(expectedNs, timestampNs(resolution, 0, Long.parseUnsignedLong(timestamp)));
    }

    @Test
    void shouldAddTheTimestampOffset() throws IOException
    {
        assertEquals(SECONDS * 1_000_000_000L + 5_000, timestampNs(6, SECONDS, 5));
        assertEquals(-1_000_000_000L, timestampNs(9, -2, 1_000_000_000L));
        assertEquals(Long.MAX_VALUE, timestampNs(9, 0, Long.MAX_VALUE));
        assertEquals(-9_223_372_036_000_000_000L, timestampNs(6, -9_223_372_036L, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 9223372037, 9223372037", "0, 0, 9223372036854775807, 9223372036854775807",
        "0, 0, 18446744073709551615, 18446744073709551615", "9, 0, 9223372036854775808, 9223372036",
        "128, 0, 18446744073709551615, 18446744073709551615",
        "6, 9223372036854775807, 18446744073709551615, 9223390483598849516",
        "6, -9223372036854775808, 5, -9223372036854775808", "9, -9223372038, 5, -9223372038"})
    void shouldNotMakeUpATimeInPlaceOfOneThatDoesNotFit(
        final int resolution, final long offsetSeconds, final String timestamp, final String seconds) throws IOException
    {
        final ByteBuffer options = timestampOptions(resolution, offsetSeconds);
        assertMessage(
            "is damaged at frame 2: its time is " + seconds + " seconds from 1970, outside of September 1677 to " +
            "April 2262",
            new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
                .networkInterface(ETHERNET, 0)
                .networkInterface(ETHERNET, 0, options.array())
                .enhancedPacket(0, 1, FRAME)
                .enhancedPacket(1, Long.parseUnsignedLong(timestamp), FRAME));
    }

    @Test
    void shouldGiveFramesOfAnUnreadLinkTypeAmongOthers() throws IOException
    {
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
            .networkInterface(IEEE802_11, 0)
            .networkInterface(ETHERNET, 0)
            .enhancedPacket(0, 1, FRAME)
            .enhancedPacket(1, 2, FRAME);

        final Frame frame = new Frame();
        try (CaptureReader reader = open(bytes))
        {
            assertTrue(reader.next(frame));
            assertNull(frame.linkType());
            assertEquals(FrameKind.UNREAD_LINK_TYPE, new FrameDissector().dissect(frame, new RoceFrame()));
            assertTrue(reader.next(frame));
            assertEquals(LinkType.ETHERNET, frame.linkType());
        }
    }

    @Test
    void shouldRefuseAFileOfUnreadLinkTypesAlone() throws IOException
    {
        assertMessage("has link type IEEE802_11 (105), which is not read", new PcapngBytes()
            .section(ByteOrder.BIG_ENDIAN).networkInterface(IEEE802_11, 0).networkInterface(247, 0)
            .enhancedPacket(0, 1, FRAME));
    }

    @Test
    void shouldRefuseWhatCannotBe() throws IOException
    {
        final ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        assertMessage("is damaged at frame 1: it is from interface 0, and the number of interfaces that its section " +
            "has described is 0",
            new PcapngBytes().section(order).enhancedPacket(0, 1, FRAME));
        assertMessage("is damaged at frame 1: it is from interface 4294967295, and the number of interfaces that its " +
            "section has described is 1",
            begun().enhancedPacket(-1, 1, FRAME));
        assertMessage("is damaged at frame 1: it claims to hold 4294967295 bytes, and no frame may hold more " +
            "than 262144",
            begun().block(6, body(20).putInt(0).putLong(0).putInt(-1).putInt(-1)));
        assertMessage("is damaged at frame 1: it claims to hold 262145 bytes, and no frame may hold more than 262144",
            begun().block(3, body(4).putInt(262_145)));
        assertMessage("is damaged at frame 1: it claims to hold 9 bytes, and its block has room for 8",
            begun().block(6, body(28).putInt(0).putLong(0).putInt(9).putInt(9)));
        assertMessage("is damaged at frame 1: a block of 28 bytes is too short for what it must hold",
            begun().block(6, body(16)));
        assertMessage("is damaged before the first frame: a block claims to be 3 bytes long, which is too short " +
            "for any",
            begun().raw(body(8).putInt(7).putInt(3)));
        assertMessage("is damaged behind frame 1: a block claims to be 14 bytes long, which is no multiple of 4",
            begun().enhancedPacket(0, 1, FRAME).raw(body(8).putInt(7).putInt(14)));
        assertMessage("is damaged before the first frame: a block gives its length as 12 at its start and as 16 " +
            "at its end",
            begun().raw(body(12).putInt(7).putInt(12).putInt(16)));
        assertMessage("is damaged before the first frame: a block of 24 bytes is too short for what it must hold",
            new PcapngBytes().section(order).networkInterface(ETHERNET, 0, (byte)9, (byte)0, (byte)200, (byte)0));
        assertMessage(
            "has an interface before the first frame whose times are of a resolution that is not read (if_tsresol 20)",
            new PcapngBytes().section(order).networkInterface(ETHERNET, 0, resolution(20)));
        assertMessage("ends in the middle of a block before the first frame",
            begun().raw(body(8).putInt(7).putInt(0x7FFFFFFC)));
        assertMessage("has a section of pcapng version 2.0 before the first frame: only 1.0 and 1.2 are read",
            new PcapngBytes().block(0x0A0D0D0A, ByteBuffer.allocate(16).putInt(0x1A2B3C4D).putInt(2 << 16)));
        assertMessage("is damaged before the first frame: a section header does not say its byte order",
            new PcapngBytes().block(0x0A0D0D0A, ByteBuffer.allocate(16)));
    }

    @Test
    void shouldRefuseMoreInterfacesThanOneSectionMayHave() throws IOException
    {
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 65_537; i++)
        {
            bytes.networkInterface(ETHERNET, 0);
        }

        assertMessage("is damaged before the first frame: one section describes more than 65536 interfaces", bytes);
    }

    @Test
    void shouldDeliverTheFramesBeforeAnEndAtEveryByte() throws IOException
    {
        final byte[] whole = begun().enhancedPacket(0, 1, FRAME).enhancedPacket(0, 2, FRAME).toByteArray();
        final int frameBlock = 8 + 20 + 8 + 4;
        final int start = whole.length - 2 * frameBlock;
        for (int length = 1; length < whole.length; length++)
        {
            final int expected = Math.max(0, (length - start) / frameBlock);
            final boolean isBetween = length >= start && (length - start) % frameBlock == 0 || length == 28;
            final Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
            final ReadThrough read = ReadThrough.of(file);
            assertEquals(expected, read.frameCount(), "frames of the first " + length + " bytes");
            assertEquals(isBetween, read.complaint() == null, "the first " + length + " bytes: " + read.complaint());
            final int intoFrame = (length - start) % frameBlock;
            if (length > start && intoFrame >= 8)
            {
                assertEquals("ends in the middle of frame " + (expected + 1), read.complaint());
            }
        }
    }

    private long timestampNs(final int resolution, final long offsetSeconds, final long timestamp) throws IOException
    {
        final byte[] options = timestampOptions(resolution, offsetSeconds).array();
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
            .networkInterface(ETHERNET, 0, options)
            .enhancedPacket(0, timestamp, FRAME);
        final Frame frame = new Frame();
        try (CaptureReader reader = open(bytes))
        {
            assertTrue(reader.next(frame));
        }

        return frame.timestampNs();
    }

    private CaptureReader open(final PcapngBytes bytes) throws IOException
    {
        return CaptureReader.open(Files.write(folder.resolve("x.pcapng"), bytes.toByteArray()));
    }

    private void assertMessage(final String expected, final PcapngBytes bytes) throws IOException
    {
        final Path file = Files.write(folder.resolve("x.pcapng"), bytes.toByteArray());
        assertEquals(expected, ReadThrough.of(file).complaint());
    }

    private static void assertFrame(final Frame frame, final long number, final long timestampNs, final byte[] bytes)
    {
        assertEquals(number, frame.number());
        assertEquals(timestampNs, frame.timestampNs());
        assertArrayEquals(bytes, Arrays.copyOf(frame.data(), frame.capturedLength()));
    }

    private static PcapngBytes begun()
    {
        return new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN).networkInterface(ETHERNET, 0);
    }

    private static ByteBuffer body(final int length)
    {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The options if_tsresol and if_tsoffset, little-endian. */
    private static ByteBuffer timestampOptions(final int resolution, final long offsetSeconds)
    {
        return body(24)
            .put(Arrays.copyOf(resolution(resolution), 8))
            .putShort((short)14).putShort((short)8).putLong(offsetSeconds);
    }

    /** The option if_tsresol, little-endian. */
    private static byte[] resolution(final int code)
    {
        return new byte[]{9, 0, 1, 0, (byte)code, 0, 0, 0, 0, 0, 0, 0};
    }
}
