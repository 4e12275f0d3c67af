package io.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;

import org.junit.jupiter.api.Test;

class PsnTest
{
    private static final long SEED = 0x5E55_10DL;
    private static final int HALF = 1 << 23;

    @Test
    void shouldWrapFromLastToFirst()
    {
        assertEquals(0, Psn.add(0xFF_FFFF, 1));
        assertEquals(0xFF_FFFF, Psn.add(0, -1));
        assertEquals(1, Psn.diff(0, 0xFF_FFFF));
        assertEquals(-1, Psn.diff(0xFF_FFFF, 0));
    }

    @Test
    void shouldSplitTheCircleIntoAheadAndBehind()
    {
        assertEquals(HALF - 1, Psn.diff(HALF - 1, 0));
        assertEquals(-HALF, Psn.diff(HALF, 0));
        assertEquals(-HALF, Psn.diff(0, HALF));
    }

    @Test
    void shouldGiveBackTheDistanceThatWasAdded()
    {
        final Random random = new Random(SEED);
        for (int i = 0; i < 300_000; i++)
        {
            final int psn = random.nextInt(Psn.MASK + 1);
            final int distance = random.nextInt(2 * HALF) - HALF;
            final int other = Psn.add(psn, distance);

            assertEquals(other & 0xFF_FFFF, other, () -> "seed " + SEED + ": " + other);
            assertEquals(distance, Psn.diff(other, psn), () -> "seed " + SEED + ": " + psn + " + " + distance);
        }
    }

    @Test
    void shouldPrintSixDigits()
    {
        assertEquals("0x000011", Psn.format(17));
        assertEquals("0xffffff", Psn.format(0xFF_FFFF));
    }
}
