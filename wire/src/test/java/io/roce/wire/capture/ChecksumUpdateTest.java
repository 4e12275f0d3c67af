package io.roce.wire.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

import org.junit.jupiter.api.Test;

class ChecksumUpdateTest
{
    private static final long SEED = 0xC8EC_55A1L;
    private static final int RUNS = 5_000;
    private static final int ONES = 0xFFFF;

    private final ChecksumUpdate checksum = new ChecksumUpdate();

    @Test
    void shouldBeWhatSummingUpMakesIt()
    {
        final Random random = new Random(SEED);
        for (int run = 0; run < RUNS; run++)
        {
            final byte[] before = new byte[random.nextInt(70)];
            random.nextBytes(before);
            final byte[] after = before.clone();
            for (int i = 0; i < after.length; i++)
            {
                after[i] = random.nextInt(3) == 0 ? (byte)random.nextInt() : after[i];
            }

            checksum.reset();
            checksum.change(before, after, 0, before.length);
            final int updated = checksum.of(~sum(before) & ONES, ONES);

            assertEquals((~sum(after) & ONES) % ONES, updated % ONES, "run " + run);
        }
    }

    @Test
    void shouldUndoWithTheChangeBackWhateverWasThere()
    {
        final byte[] before = {0x12, 0x34, (byte)0xFF};
        for (final int unused : new int[]{0, ONES})
        {
            for (int change = 0; change <= 0xFF; change++)
            {
                final byte[] after = {(byte)change, 0x34, (byte)~change};
                for (int value = 0; value <= ONES; value++)
                {
                    checksum.reset();
                    checksum.change(before, after, 0, 3);
                    final int updated = checksum.of(value, unused);
                    checksum.reset();
                    checksum.change(after, before, 0, 3);
                    assertEquals(value, checksum.of(updated, unused));
                }
            }
        }
    }

    @Test
    void shouldNeverWriteWhatMeansNoUdpChecksum()
    {
        final byte[] before = {0x00, 0x01};
        final byte[] after = {0x00, 0x02};
        checksum.reset();
        checksum.change(before, after, 0, 2);

        assertEquals(ONES, checksum.of(1, 0));
        assertEquals(0, checksum.of(0, 0), "no checksum stays none");
        assertEquals(0, checksum.of(1, ONES));
    }

    private static int sum(final byte[] bytes)
    {
        int sum = 0;
        for (int i = 0; i < bytes.length; i++)
        {
            sum += (bytes[i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
            sum = (sum & ONES) + (sum >> 16);
        }

        return sum;
    }
}
