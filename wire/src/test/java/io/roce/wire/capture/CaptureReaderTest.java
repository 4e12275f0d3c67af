package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CaptureReaderTest
{
    private static final byte[] FIRST = {0x11, 0x12, 0x13};
    private static final byte[] SECOND = new byte[262_144];
    private static final long FIRST_NS = 1_795_958_379_127_576_123L;
    /** The last second that 32 bits hold: February 2106. */
    private static final long SECOND_NS = 4_294_967_295_999_999_999L;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldReadBothByteOrdersAndBothPrecisions(final boolean isBigEndian, final boolean isNanoseconds)
        throws IOException
    {
        final Path file = folder.resolve("x.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            if (isBigEndian)
            {
                writer.bigEndian();
            }

            if (isNanoseconds)
            {
                writer.nanoseconds();
            }

            writer.frame(FIRST_NS, FIRST).frame(SECOND_NS, SECOND).frame(0, new byte[0]);
        }

        final long unit = isNanoseconds ? 1 : 1_000;
        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
            assertEquals(1, frame.number());
            assertEquals(FIRST_NS / unit * unit, frame.timestampNs());
            assertEquals(LinkType.ETHERNET, frame.linkType());
            assertArrayEquals(FIRST, Arrays.copyOf(frame.data(), frame.capturedLength()));

            assertTrue(reader.next(frame));
            assertEquals(2, frame.number());
            assertEquals(SECOND_NS / unit * unit, frame.timestampNs());
            assertEquals(SECOND.length, frame.capturedLength());

            assertTrue(reader.next(frame));
            assertEquals(0, frame.capturedLength());
            assertFalse(reader.next(frame));
            assertFalse(reader.next(frame));
            assertEquals(3, frame.number());
        }
    }

    @ParameterizedTest
    @EnumSource(LinkType.class)
    void shouldReadEveryLinkType(final LinkType linkType) throws IOException
    {
        assertSame(linkType, LinkType.get(linkType.code()));

        final Path file = folder.resolve("x.pcap");
        // The upper half says that each frame ends with a frame check sequence of four bytes.
        try (PcapBytes writer = new PcapBytes(file).linkType(0x2400_0000 | linkType.code()))
        {
            writer.frame(0, FIRST);
        }

        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
        }

        assertSame(linkType, frame.linkType());
    }

    @ParameterizedTest
    @CsvSource({
        "105, IEEE802_11 (105)", "247, INFINIBAND (247)", "189, USB_LINUX (189)", "249, USBPCAP (249)",
        "6, IEEE802_5 (6)", "65535, 65535"})
    void shouldRefuseAnyOtherLinkTypeByName(final int code, final String name) throws IOException
    {
        try (PcapBytes writer = new PcapBytes(folder.resolve("x.pcap")).linkType(code))
        {
            writer.frame(0, FIRST);
        }

        assertRefused("has link type " + name + ", which is not read");
    }

    @Test
    void shouldSayHowMuchWasCut() throws IOException
    {
        final Path file = folder.resolve("x.pcap");
        try (PcapBytes writer = new PcapBytes(file).snapLength(96))
        {
            writer.frame(0, new byte[1000]);
        }

        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
        }

        assertEquals(96, frame.capturedLength());
        assertEquals(1000, frame.originalLength());
    }

    @Test
    void shouldRefuseWhatIsNoCapture() throws IOException
    {
        write();
        assertRefused("is empty");
        write(0xD4);
        assertRefused("is no pcap or pcapng capture");
        Files.writeString(folder.resolve("x.pcap"), "No. Time Source\n", StandardCharsets.US_ASCII);
        assertRefused("is no pcap or pcapng capture");
        // A modified pcap of the nineties, and a snoop file.
        write(0xA1, 0xB2, 0xCD, 0x34, 0, 2, 0, 4);
        assertRefused("is no pcap or pcapng capture");
        write('s', 'n', 'o', 'o', 'p', 0, 0, 0);
        assertRefused("is no pcap or pcapng capture");
    }

    @Test
    void shouldNameACompressedFile() throws IOException
    {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("x.pcap"))))
        {
            Files.copy(Recordings.own("nak_access.pcap"), out);
        }

        assertRefused("is gzip-compressed: unpack it first");
        write(0x42, 0x5A, 0x68, 0x39);
        assertRefused("is bzip2-compressed: unpack it first");
        write(0x28, 0xB5, 0x2F, 0xFD);
        assertRefused("is zstd-compressed: unpack it first");
        write(0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00);
        assertRefused("is xz-compressed: unpack it first");
        write(0x04, 0x22, 0x4D, 0x18);
        assertRefused("is lz4-compressed: unpack it first");
    }

    @Test
    void shouldRefuseAnotherVersion() throws IOException
    {
        final byte[] bytes = capture(FIRST);
        bytes[4] = 3;
        Files.write(folder.resolve("x.pcap"), bytes);
        assertRefused("is pcap version 3.4: only 2.4 is read");
    }

    @ParameterizedTest
    @CsvSource({"262145", "2147483647", "4294967295"})
    void shouldRefuseARecordOfAbsurdLengthBeforeItAllocates(final long length) throws IOException
    {
        final byte[] bytes = capture(FIRST, FIRST);
        ByteBuffer.wrap(bytes).putInt(24 + 16 + FIRST.length + 8, Integer.reverseBytes((int)length));
        final Path file = Files.write(folder.resolve("x.pcap"), bytes);

        final Frame frame = new Frame();
        try (CaptureReader reader = CaptureReader.open(file))
        {
            assertTrue(reader.next(frame));
            final byte[] data = frame.data();
            final CaptureFormatException ex = assertThrows(CaptureFormatException.class, () -> reader.next(frame));
            assertEquals(file + " is damaged at frame 2: it claims to hold " + length +
                " bytes, and no frame may hold more than 262144", ex.getMessage());
            assertSame(data, frame.data());
        }
    }

    @Test
    void shouldDeliverTheFramesBeforeAnEndAtEveryByte() throws IOException
    {
        final byte[] whole = capture(FIRST, FIRST);
        final int recordLength = 16 + FIRST.length;
        for (int length = 4; length < whole.length; length++)
        {
            final Path file = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, length));
            final int expected = Math.max(0, (length - 24) / recordLength);
            final int rest = (length - 24) % recordLength;
            final ReadThrough read = ReadThrough.of(file);
            assertEquals(expected, read.frameCount(), "frames of the first " + length + " bytes");
            if (length < 24)
            {
                assertEquals("ends in the middle of its file header, before the first frame", read.complaint());
            }
            else if (rest > 0)
            {
                assertEquals("ends in the middle of frame " + (expected + 1), read.complaint());
            }
            else
            {
                assertNull(read.complaint());
            }
        }
    }

    @Test
    void shouldLeaveWhatCannotBeOpenedToTheSystem()
    {
        final Path absent = folder.resolve("absent.pcap");
        assertThrows(NoSuchFileException.class, () -> CaptureReader.open(absent));
        assertNotNull(assertThrows(IOException.class, () -> CaptureReader.open(folder)).getMessage());
    }

    private byte[] capture(final byte[]... frames) throws IOException
    {
        final Path file = folder.resolve("written.pcap");
        try (PcapBytes writer = new PcapBytes(file))
        {
            for (final byte[] frame : frames)
            {
                writer.frame(FIRST_NS, frame);
            }
        }

        return Files.readAllBytes(file);
    }

    private void write(final int... bytes) throws IOException
    {
        final ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (final int value : bytes)
        {
            buffer.put((byte)value);
        }

        Files.write(folder.resolve("x.pcap"), buffer.array());
    }

    private void assertRefused(final String expected)
    {
        final Path file = folder.resolve("x.pcap");
        final CaptureFormatException ex = assertThrows(CaptureFormatException.class, () -> CaptureReader.open(file));
        assertEquals(file + " " + expected, ex.getMessage());
    }
}
