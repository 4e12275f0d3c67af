package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureCopyTest
{
    private static final int PCAP_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int CUSTOM = 0x0BAD;
    private static final int NAME_RESOLUTION = 4;
    private static final int INTERFACE_STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;

    /** A comment that is no UTF-8, then the end of the options. */
    private static final byte[] COMMENT = FrameBytes.hex("00010003" + "c328ff00" + "00000000");
    private static final byte[] LITTLE_ENDIAN_COMMENT = FrameBytes.hex("01000300" + "c328ff00" + "00000000");

    private final Frame frame = new Frame();

    @Test
    void shouldCopyEveryRecordingByteByByte() throws IOException
    {
        for (final Path file : Recordings.all())
        {
            final byte[] bytes = Files.readAllBytes(file);
            assertArrayEquals(bytes, copy(bytes, copy -> { }), file.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"BIG_ENDIAN,A1B2C3D4", "LITTLE_ENDIAN,A1B2C3D4", "BIG_ENDIAN,A1B23C4D", "LITTLE_ENDIAN,A1B23C4D"})
    void shouldChangeLengthsInPcapOfEveryKind(final String order, final String magic) throws IOException
    {
        final ByteOrder byteOrder = "BIG_ENDIAN".equals(order) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        final byte[] frames = pcap(byteOrder, (int)Long.parseLong(magic, 16), 20, 30);

        assertArrayEquals(frames, copy(frames, copy -> { }));

        final byte[] longer = copy(frames, copy -> copy.replace(new byte[64], frame.capturedLength() + 4));
        assertEquals(frames.length + 8, longer.length);
        assertArrayEquals(Arrays.copyOf(frames, PCAP_HEADER + 8), Arrays.copyOf(longer, PCAP_HEADER + 8));
        final ByteBuffer out = ByteBuffer.wrap(longer).order(byteOrder);
        assertEquals(24, out.getInt(PCAP_HEADER + 8));
        assertEquals(1_024, out.getInt(PCAP_HEADER + 12));
        assertEquals(34, out.getInt(PCAP_HEADER + RECORD_HEADER + 24 + 8));

        final byte[] shorter = copy(longer, copy -> copy.replace(data(), frame.capturedLength() - 4));
        assertEquals(20, ByteBuffer.wrap(shorter).order(byteOrder).getInt(PCAP_HEADER + 8));
        assertEquals(frames.length, shorter.length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepEveryBlockAndOptionOfPcapng(final boolean isBigEndian) throws IOException
    {
        final byte[] file = pcapng(isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);

        assertArrayEquals(file, copy(file, copy -> { }));

        final byte[] changed = copy(file, copy ->
        {
            final byte[] data = data();
            data[0] ^= 0x55;
            copy.replace(data, frame.capturedLength());
        });
        assertEquals(file.length, changed.length);
        assertEquals(5, difference(file, changed), "one byte of each of the frames");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldMakeRoomInBlocksAndTakeItAwayAgain(final boolean isBigEndian) throws IOException
    {
        final ByteOrder order = isBigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        final byte[] file = pcapng(order);
        final List<Integer> lengths = new ArrayList<>();

        final byte[] longer = copy(file, copy ->
        {
            lengths.add(frame.capturedLength() + 4);
            copy.replace(Arrays.copyOf(data(), frame.capturedLength() + 4), frame.capturedLength() + 4);
        });
        assertEquals(file.length + 4 * 5, longer.length);

        final List<Integer> read = new ArrayList<>();
        final byte[] back = copy(longer, copy ->
        {
            read.add(frame.capturedLength());
            copy.replace(data(), frame.capturedLength() - 4);
        });
        assertEquals(lengths, read);
        assertArrayEquals(file, back);
    }

    @Test
    void shouldDropFramesAndNothingElse() throws IOException
    {
        final byte[] file = pcapng(ByteOrder.LITTLE_ENDIAN);
        final byte[] rest = copy(file, copy ->
        {
            if (frame.number() != 2)
            {
                copy.drop();
            }
        });

        final List<Integer> types = new ArrayList<>();
        for (int at = 0; at < rest.length; at += ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN).getInt(at + 4))
        {
            types.add(ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN).getInt(at));
        }
        assertEquals(
            List.of(0x0A0D0D0A, 1, NAME_RESOLUTION, 1, CUSTOM, ENHANCED_PACKET, INTERFACE_STATISTICS, 0x0A0D0D0A, 1),
            types);
    }

    /** What a simple packet block holds follows from the snap length. */
    @Test
    void shouldNotResizeWhatTheSnapLengthHasCut() throws IOException
    {
        final byte[] file = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN)
            .networkInterface(1, 16)
            .simplePacket(100, new byte[16])
            .simplePacket(16, new byte[16])
            .simplePacket(12, new byte[12])
            .toByteArray();

        copy(file, copy ->
        {
            final boolean isWhole = frame.originalLength() == frame.capturedLength();
            assertEquals(frame.originalLength() == 12, copy.isResizable(4));
            assertEquals(isWhole, copy.isResizable(-4));
            if (!isWhole)
            {
                assertThrows(IllegalArgumentException.class, () -> copy.replace(new byte[20], 20));
            }
        });
    }

    @Test
    void shouldNotGrowBeyondWhatIsRead() throws IOException
    {
        copy(pcap(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4, CaptureReader.MAX_CAPTURED_LENGTH), copy ->
        {
            assertFalse(copy.isResizable(1));
            assertTrue(copy.isResizable(-CaptureReader.MAX_CAPTURED_LENGTH));
            assertFalse(copy.isResizable(-CaptureReader.MAX_CAPTURED_LENGTH - 1));
        });
    }

    @Test
    void shouldWriteTheWholeRecordsOfAFileThatIsCut() throws IOException
    {
        for (final byte[] file : List.of(
            pcap(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4, 20, 30), pcapng(ByteOrder.BIG_ENDIAN)))
        {
            for (int length = 4; length < file.length; length++)
            {
                final ByteArrayOutputStream out = new ByteArrayOutputStream();
                try
                {
                    copy(Arrays.copyOf(file, length), out, copy -> { });
                    assertEquals(length, out.size());
                }
                catch (final CaptureFormatException ex)
                {
                    assertTrue(out.size() < length, length + " bytes");
                }
                assertArrayEquals(Arrays.copyOf(file, out.size()), out.toByteArray());
                if (out.size() > 0)
                {
                    copy(out.toByteArray(), new ByteArrayOutputStream(), copy -> { });
                }
            }
        }
    }

    @Test
    void shouldRefuseABlockThatNoMemoryIsFor() throws IOException
    {
        final byte[] start = new PcapngBytes().section(ByteOrder.LITTLE_ENDIAN).toByteArray();
        final byte[] block = ByteBuffer.allocate(20 * 1024 * 1024).order(ByteOrder.LITTLE_ENDIAN)
            .putInt(CUSTOM).putInt(20 * 1024 * 1024).putInt(20 * 1024 * 1024 - 4, 20 * 1024 * 1024).array();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(start);
        file.writeBytes(block);

        final CaptureFormatException ex =
            assertThrows(CaptureFormatException.class, () -> copy(file.toByteArray(), out, copy -> { }));
        assertEquals("test has a block of more than 16777216 bytes, which is not copied", ex.getMessage());
        assertArrayEquals(start, out.toByteArray());
    }

    private byte[] copy(final byte[] file, final OnFrame onFrame) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy(file, out, onFrame);
        return out.toByteArray();
    }

    private void copy(final byte[] file, final OutputStream out, final OnFrame onFrame) throws IOException
    {
        try (CaptureCopy copy = CaptureCopy.open("test", new ByteArrayInputStream(file), out))
        {
            while (copy.next(frame))
            {
                onFrame.accept(copy);
            }
        }
    }

    private byte[] data()
    {
        return Arrays.copyOf(frame.data(), frame.capturedLength());
    }

    /** Frames whose original length is 1,000 bytes more than theirs. */
    private static byte[] pcap(final ByteOrder order, final int magic, final int... lengths)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(PCAP_HEADER).order(order)
            .putInt(magic).putShort((short)2).putShort((short)4).putLong(0).putInt(0x40000).putInt(1).array());
        for (final int length : lengths)
        {
            out.writeBytes(ByteBuffer.allocate(RECORD_HEADER + length).order(order)
                .putInt(1).putInt(999_999).putInt(length).putInt(1_000 + length).array());
        }

        return out.toByteArray();
    }

    /** Two sections, three interfaces, five frames in every kind of packet block, and blocks of other kinds. */
    private static byte[] pcapng(final ByteOrder order)
    {
        final byte[] even = FrameBytes.ipv4().wrap(new byte[20]);
        final byte[] odd = FrameBytes.ipv4().wrap(new byte[21]);
        final byte[] comment = order == ByteOrder.BIG_ENDIAN ? COMMENT : LITTLE_ENDIAN_COMMENT;
        final PcapngBytes file = new PcapngBytes().section(order)
            .networkInterface(1, 0, comment);
        return file.block(NAME_RESOLUTION, file.fields(8).putInt(0x01020304))
            .networkInterface(147, 0)
            .block(CUSTOM, file.fields(12).putInt(1).putInt(-1))
            .enhancedPacket(0, 0x1234_5678_9ABCL, even)
            .block(ENHANCED_PACKET, file.fields(20 + 64 + comment.length)
                .putInt(1).putInt(7).putInt(8).putInt(odd.length).putInt(odd.length + 5).put(odd)
                .position(20 + 64).put(comment))
            .block(INTERFACE_STATISTICS, file.fields(12).putInt(0))
            .simplePacket(odd.length, odd)
            .section(order)
            .networkInterface(101, 0)
            .obsoletePacket(0, 2, even)
            .simplePacket(even.length, even)
            .toByteArray();
    }

    private static int difference(final byte[] a, final byte[] b)
    {
        int count = 0;
        for (int i = 0; i < a.length; i++)
        {
            count += a[i] == b[i] ? 0 : 1;
        }

        return count;
    }

    private interface OnFrame
    {
        void accept(CaptureCopy copy) throws IOException;
    }
}
