package io.roce.tools.psn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PsnSweepTest
{
    private static final int HALF = 0x80_0000;
    private static final int EDGE = 0x1000;

    @Test
    void shouldCountAllOfTheWindow()
    {
        assertEquals(8_388_608, PsnSweep.FULL.duplicates());
        assertEquals(8_388_607, PsnSweep.FULL.ahead());
        assertEquals(16_777_216, PsnSweep.FULL.count());
    }

    /** By its definition, distance for distance. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64, 4_096})
    void shouldTakeEveryPsnNearTheEndsAndOfTheOthersEachOfItsStep(final int step)
    {
        final PsnSweep sweep = new PsnSweep(step);
        long behind = 0;
        long ahead = 0;
        int next = sweep.next(-HALF - 1);
        for (int distance = -HALF; distance < HALF; distance++)
        {
            final boolean isNear = distance < -HALF + EDGE || distance >= -EDGE && distance <= EDGE ||
                distance >= HALF - EDGE;
            if (isNear || distance % step == 0)
            {
                assertEquals(distance, next);
                next = sweep.next(next);
                behind += distance < 0 ? 1 : 0;
                ahead += distance > 0 ? 1 : 0;
            }
        }

        assertEquals(behind, sweep.duplicates());
        assertEquals(ahead, sweep.ahead());
        assertEquals(behind + 1 + ahead, sweep.count());
    }

    /** As a slice that begins anywhere does. */
    @ParameterizedTest
    @ValueSource(ints = {-0x70_0001, -0x70_0000, -0x6F_FFFF, -1, 0, 1, 0x1000, 0x1001, 0x12_3456})
    void shouldFindTheNextFromAnyDistance(final int distance)
    {
        int next = distance + 1;
        while (Math.abs(next) > EDGE && next % 64 != 0)
        {
            next++;
        }

        assertEquals(next, new PsnSweep(64).next(distance));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, 4_097, 8_192})
    void shouldHaveNoOtherSteps(final int step)
    {
        final IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> new PsnSweep(step));

        assertEquals("must be a power of two from 1 to 4096: " + step, refused.getMessage());
    }
}
