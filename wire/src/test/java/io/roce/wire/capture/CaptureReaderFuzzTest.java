package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class CaptureReaderFuzzTest
{
    private static final long SEED = 0x0A0D_0D0AL;
    private static final int FILE_COUNT = 100_000;

    @Test
    void shouldReadOrRefuseWhateverTheBytesAre() throws IOException
    {
        final byte[] frame = FrameBytes.ipv4().wrap(new byte[20]);
        final List<byte[]> seeds = List.of(
            Files.readAllBytes(Recordings.own("nak_access.pcap")),
            pcapng(ByteOrder.LITTLE_ENDIAN, frame),
            pcapng(ByteOrder.BIG_ENDIAN, frame));
        final Random random = new Random(SEED);
        int wellCount = 0;
        int refusedCount = 0;
        for (int i = 0; i < FILE_COUNT; i++)
        {
            final byte[] bytes = mutated(seeds.get(i % seeds.size()), random);
            try
            {
                readThrough(bytes);
                copyThrough(bytes, true);
                wellCount++;
            }
            catch (final CaptureFormatException ex)
            {
                copyThrough(bytes, false);
                refusedCount++;
            }
            catch (final IOException | RuntimeException | AssertionError ex)
            {
                throw new AssertionError(
                    "seed " + SEED + ", file " + i + ": " + HexFormat.of().formatHex(bytes), ex);
            }
        }

        assertEquals(FILE_COUNT, wellCount + refusedCount);
        assertTrue(wellCount > FILE_COUNT / 10, wellCount + " files were well");
        assertTrue(refusedCount > FILE_COUNT / 10, refusedCount + " files were refused");
    }

    private static void readThrough(final byte[] bytes) throws IOException
    {
        final Frame frame = new Frame();
        long number = 0;
        try (CaptureReader reader = CaptureReader.open("fuzz", new ByteArrayInputStream(bytes)))
        {
            while (reader.next(frame))
            {
                assertEquals(++number, frame.number());
                assertTrue(frame.capturedLength() <= bytes.length);
                assertTrue(frame.data().length <= 2 * bytes.length + 4096, "more than the file can hold was allocated");
                assertTrue(frame.originalLength() >= 0);
            }
        }
    }

    /** A copy is the file, or the whole records of its beginning. */
    private static void copyThrough(final byte[] bytes, final boolean isWell) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Frame frame = new Frame();
        try (CaptureCopy copy = CaptureCopy.open("fuzz", new ByteArrayInputStream(bytes), out))
        {
            while (copy.next(frame))
            {
                copy.replace(frame.data(), frame.capturedLength());
            }
            assertTrue(isWell, "what cannot be read was copied");
        }
        catch (final CaptureFormatException ex)
        {
            assertFalse(isWell, ex.getMessage());
        }

        final byte[] copied = out.toByteArray();
        assertArrayEquals(isWell ? bytes : Arrays.copyOf(bytes, copied.length), copied);
    }

    private static byte[] mutated(final byte[] seed, final Random random)
    {
        final int length = random.nextInt(4) == 0 ? random.nextInt(seed.length + 1) : seed.length;
        final byte[] bytes = Arrays.copyOf(seed, length);
        for (int count = random.nextInt(4); count > 0 && bytes.length > 0; count--)
        {
            bytes[random.nextInt(bytes.length)] =
                (byte)(random.nextBoolean() ? random.nextInt() : 1 << random.nextInt(8));
        }

        return bytes;
    }

    private static byte[] pcapng(final ByteOrder order, final byte[] frame)
    {
        return new PcapngBytes().section(order)
            .networkInterface(1, 0)
            .enhancedPacket(0, 1, frame)
            .simplePacket(frame.length, frame)
            .section(order)
            .networkInterface(101, 0)
            .obsoletePacket(0, 2, frame)
            .toByteArray();
    }
}
