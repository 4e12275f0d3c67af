package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.Tshark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class CaptureWriterTest
{
    private static final long TIME_NS = 1_700_000_000_123_456_789L;
    private static final String COMMENT = "QPN_QUARANTINED: a \"stale\" packet; α β \uD83D\uDE80";

    @TempDir
    private Path folder;

    @Test
    void shouldWritePcapngThatTsharkReads() throws IOException, InterruptedException
    {
        Tshark.require();
        final Path file = writePcapng();
        final List<String[]> rows = Tshark.fields(file, "frame.time_epoch", "frame.len", "frame.cap_len",
            "frame.comment", "frame.packet_flags_direction", "frame.drop_count", "frame.interface_name", "udp.dstport");
        final String[][] expected = {
            {"1700000000.123456789", "60", "60", COMMENT, "0x00000001", "", "in", "4791"},
            {"1700000000.123456790", "61", "61", "", "", "", "in", "4791"},
            {"1700000000.123456791", "9000", "40", "sent", "0x00000002", "17", "out", "4791"}};
        assertEquals(expected.length, rows.size());
        for (int i = 0; i < expected.length; i++)
        {
            assertArrayEquals(expected[i], rows.get(i), Arrays.toString(rows.get(i)));
        }
    }

    @Test
    void shouldReadBackTheCommentAndDirectionOfEachFrame() throws IOException
    {
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(writePcapng()))
        {
            assertTrue(reader.next(frame));
            assertEquals(COMMENT, frame.comment());
            assertEquals(FrameDirection.INBOUND, frame.direction());
            assertEquals(LinkType.RAW, frame.linkType());
            assertEquals(TIME_NS, frame.timestampNs());
            assertTrue(reader.next(frame));
            assertNull(frame.comment());
            assertEquals(FrameDirection.UNKNOWN, frame.direction());
            assertEquals(0, frame.droppedCount());
            assertEquals(61, frame.capturedLength());
            assertTrue(reader.next(frame));
            assertEquals("sent", frame.comment());
            assertEquals(FrameDirection.OUTBOUND, frame.direction());
            assertEquals(17, frame.droppedCount());
            assertEquals(40, frame.capturedLength());
            assertEquals(9_000, frame.originalLength());
            assertFalse(reader.next(frame));
        }
    }

    @Test
    void shouldWritePcapWithNanosecondsThatTsharkReads() throws IOException, InterruptedException
    {
        Tshark.require();
        final Path file = folder.resolve("x.pcap");
        try (CaptureWriter writer = PcapWriter.create(file, LinkType.RAW))
        {
            writer.comment(COMMENT).direction(FrameDirection.INBOUND).frame(TIME_NS, packet(60));
            writer.frame(4_294_967_295_999_999_999L, new UnsafeBuffer(packet(60)), 0, 50, 60);
        }

        final List<String[]> rows =
            Tshark.fields(file, "frame.time_epoch", "frame.len", "frame.cap_len", "frame.comment", "udp.dstport");
        assertEquals(2, rows.size());
        assertArrayEquals(new String[]{"1700000000.123456789", "60", "60", "", "4791"}, rows.get(0));
        assertArrayEquals(new String[]{"4294967295.999999999", "60", "50", "", "4791"}, rows.get(1));
    }

    @Test
    void shouldCutALongCommentBetweenCharacters() throws IOException, InterruptedException
    {
        Tshark.require();
        final Path file = folder.resolve("long.pcapng");
        try (PcapngWriter writer = PcapngWriter.create(file, "roce"))
        {
            writer.networkInterface(LinkType.RAW.code(), "if", 100);
            writer.comment("€".repeat(30_000)).frame(0, packet(60));
            writer.comment("broken \uD800.").frame(1, packet(60));
        }

        final String cut = "€".repeat(65_535 / 3);
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
            assertEquals(cut, frame.comment());
            assertTrue(reader.next(frame));
            assertEquals("broken ?.", frame.comment());
        }

        assertEquals(2, Tshark.fields(file, "frame.comment").size());
    }

    @Test
    void shouldReadCommentsThatAreNoUtf8AndSeveralOfThem() throws IOException
    {
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.BIG_ENDIAN)
            .networkInterface(LinkType.RAW.code(), 0);
        final ByteBuffer body = bytes.fields(20 + 4 + 8 + 8 + 8 + 8 + 4)
            .putInt(0).putLong(0).putInt(3).putInt(3).put(new byte[]{1, 2, 3, 0})
            .putShort((short)1).putShort((short)3).put(new byte[]{'a', (byte)0xFF, 'b', 0})
            .putShort((short)2988).putShort((short)4).putInt(7)
            .putShort((short)2).putShort((short)4).putInt(0xFFFF_FFFE)
            .putShort((short)1).putShort((short)1).put(new byte[]{'c', 0, 0, 0})
            .putInt(0);
        final Path file = folder.resolve("odd.pcapng");
        Files.write(file, bytes.block(6, body).enhancedPacket(0, 0, (byte)1).toByteArray());
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
            assertEquals("a\uFFFDb\nc", frame.comment());
            assertEquals(FrameDirection.OUTBOUND, frame.direction());
            assertTrue(reader.next(frame));
            assertNull(frame.comment());
            assertEquals(FrameDirection.UNKNOWN, frame.direction());
        }
    }

    @Test
    void shouldFindDamageInAnOptionThatIsLongerThanItsBlock() throws IOException
    {
        final PcapngBytes bytes = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
            .networkInterface(LinkType.RAW.code(), 0);
        final ByteBuffer body = bytes.fields(20 + 8)
            .putInt(0).putLong(0).putInt(0).putInt(0).putShort((short)1).putShort((short)65_535);
        final Path file = folder.resolve("odd.pcapng");
        Files.write(file, bytes.block(6, body).toByteArray());
        try (CaptureReader reader = CaptureReader.open(file))
        {
            final String message =
                assertThrows(CaptureFormatException.class, () -> reader.next(new Frame())).getMessage();
            assertTrue(
                message.endsWith("is damaged at frame 1: a block of 40 bytes is too short for what it must hold"),
                message);
        }
    }

    @Test
    void shouldKnowHowMuchOfAFullDisksFileIsWhole() throws IOException
    {
        for (int room = 0; room < 600; room += 7)
        {
            final Path file = folder.resolve("full" + room);
            final FullChannel disk = new FullChannel(room);
            final PcapngWriter writer = new PcapngWriter(disk, "roce 1");
            writer.networkInterface(LinkType.RAW.code(), "if", 100);
            for (int i = 0; i < 6; i++)
            {
                writer.comment("number " + i).frame(i, packet(60));
            }

            assertThrows(IOException.class, writer::close);
            assertFalse(disk.isOpen());
            assertTrue(writer.wholeLength() <= room);
            Files.write(file, Arrays.copyOf(disk.written.array(), (int)writer.wholeLength()));
            final int frames = writer.wholeLength() == 0 ? 0 : frames(file);
            assertEquals(frames, writer.wholeFrames());
            assertEquals(wholeFrames(disk.written.array(), room), frames, "frames in " + room + " bytes");
        }
    }

    @Test
    void shouldRefuseWhatCannotBeWritten() throws IOException
    {
        final PcapngWriter writer = new PcapngWriter(new FullChannel(1_000_000), "roce");
        final byte[] packet = packet(60);
        assertRefused("interface must be one of the 0 that have been described, from 0: 0",
            () -> writer.frame(0, packet));
        assertRefused("snapLength must be 1 to 262144: 0", () -> writer.networkInterface(101, "if", 0));
        assertRefused("linkType must be 0 to 65535: 65536", () -> writer.networkInterface(65_536, "if", 100));
        writer.networkInterface(101, "if", 100);
        assertRefused("timestampNs must be 0 to 9223372036854775807: -1", () -> writer.frame(-1, packet));
        assertRefused("originalLength must be at least the length 60: 59",
            () -> writer.frame(0, new UnsafeBuffer(packet), 0, 60, 59));
        assertThrows(IndexOutOfBoundsException.class,
            () -> writer.frame(0, new UnsafeBuffer(packet), 1, 60, 60));
        final PcapWriter pcap = new PcapWriter(new FullChannel(1_000_000), 101, 100);
        assertRefused("seconds of timestampNs must be 0 to 4294967295: 4294967296",
            () -> pcap.frame(4_294_967_296_000_000_000L, packet));
    }

    private static void assertRefused(final String message, final Executable call)
    {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    private Path writePcapng() throws IOException
    {
        final Path file = folder.resolve("x.pcapng");
        try (PcapngWriter writer = PcapngWriter.create(file, "roce 1.0"))
        {
            final int in = writer.networkInterface(LinkType.RAW.code(), "in", CaptureReader.MAX_CAPTURED_LENGTH);
            final int out = writer.networkInterface(LinkType.ETHERNET.code(), "out", 42);
            writer.comment(COMMENT).direction(FrameDirection.INBOUND).frame(TIME_NS, packet(60));
            writer.from(in).frame(TIME_NS + 1, packet(61));
            final byte[] ethernet = FrameBytes.ipv4().wrap(new byte[40]);
            writer.from(out).comment("sent").direction(FrameDirection.OUTBOUND).dropped(17)
                .frame(TIME_NS + 2, new UnsafeBuffer(ethernet), 0, 40, 9_000);
            writer.statistics(in, TIME_NS + 3, 19, 17, "17 are missing");
        }

        return file;
    }

    /** An IPv4 packet of so many bytes. */
    private static byte[] packet(final int length)
    {
        return FrameBytes.ipv4().ipPacket(new byte[length - 28]);
    }

    private static int frames(final Path file) throws IOException
    {
        final Frame frame = new Frame();
        int count = 0;
        try (CaptureReader reader = CaptureReader.open(file))
        {
            while (reader.next(frame))
            {
                count++;
            }
        }

        return count;
    }

    /** Walks the blocks of a file of which so many bytes are there. */
    private static int wholeFrames(final byte[] file, final int length)
    {
        final ByteBuffer blocks = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        int offset = 0;
        while (offset + 8 <= length && offset + blocks.getInt(offset + 4) <= length)
        {
            count += blocks.getInt(offset) == 6 ? 1 : 0;
            offset += blocks.getInt(offset + 4);
        }

        return count;
    }

    /** Takes so many bytes, and no more. */
    private static final class FullChannel implements WritableByteChannel
    {
        private final ByteBuffer written;
        private boolean isOpen = true;

        FullChannel(final int room)
        {
            written = ByteBuffer.allocate(room);
        }

        @Override
        public int write(final ByteBuffer bytes) throws IOException
        {
            if (!written.hasRemaining())
            {
                throw new IOException("No space left on device");
            }

            final int count = Math.min(written.remaining(), bytes.remaining());
            written.put(bytes.slice().limit(count));
            bytes.position(bytes.position() + count);
            return count;
        }

        @Override
        public boolean isOpen()
        {
            return isOpen;
        }

        @Override
        public void close()
        {
            isOpen = false;
        }
    }
}
