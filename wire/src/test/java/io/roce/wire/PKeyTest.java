package io.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.api.Test;

class PKeyTest
{
    private static final long SEED = 0xFFFFL;

    @Test
    void shouldMatchWithinAPartitionWhenOneIsAFullMember()
    {
        assertTrue(PKey.matches(0xFFFF, 0xFFFF));
        assertTrue(PKey.matches(0xFFFF, 0x7FFF));
        assertTrue(PKey.matches(0x0001, 0x8001));
        assertFalse(PKey.matches(0x7FFF, 0x7FFF));
        assertFalse(PKey.matches(0x8001, 0x8002));
    }

    @Test
    void shouldNeverMatchThePartitionZero()
    {
        assertFalse(PKey.matches(0x8000, 0x8000));
        assertFalse(PKey.matches(0x8000, 0x0000));
    }

    @Test
    void shouldKnowWhichKeysAPortCanHave()
    {
        assertTrue(PKey.isValid(0x0001));
        assertTrue(PKey.isValid(0xFFFF));
        assertFalse(PKey.isValid(0x8000));
        assertFalse(PKey.isValid(0x0000));
        assertFalse(PKey.isValid(0x1_0001));
        assertFalse(PKey.isValid(-1));
    }

    @Test
    void shouldMakeTheKeyOfAFullMember()
    {
        assertEquals(0x8001, PKey.ofFullMember(0x0001));
        assertEquals(0xFFFF, PKey.ofFullMember(0xFFFF));
    }

    @Test
    void shouldNotDependOnWhoAsks()
    {
        final Random random = new Random(SEED);
        for (int i = 0; i < 100_000; i++)
        {
            final int a = random.nextInt(1 << 16);
            final int b = random.nextBoolean() ? a ^ 0x8000 : random.nextInt(1 << 16);
            assertEquals(PKey.matches(a, b), PKey.matches(b, a), () -> "seed " + SEED + ": " + a + ", " + b);
        }
    }
}
