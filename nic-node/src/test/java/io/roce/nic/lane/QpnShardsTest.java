package io.roce.nic.lane;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QpnShardsTest
{
    private static final int FIRST = 0x11;
    private static final int LAST = 0xFF_FFFE;

    @ParameterizedTest
    @CsvSource({"17, 16777214, 1", "17, 16777214, 2", "17, 16777214, 16", "256, 511, 3", "2, 17, 16", "5, 5, 1"})
    void shouldGiveEachNumberOfThePoolToOneLaneAndNoOther(final int first, final int last, final int lanes)
    {
        final QpnShards shards = QpnShards.of(first, last, lanes);

        assertEquals(lanes, shards.count());
        int next = first;
        for (int lane = 0; lane < lanes; lane++)
        {
            assertEquals(next, shards.firstQpn(lane));
            assertTrue(shards.lastQpn(lane) >= next);
            assertEquals(lane, shards.laneOf(next));
            assertEquals(lane, shards.laneOf(shards.lastQpn(lane)));
            next = shards.lastQpn(lane) + 1;
        }
        assertEquals(last + 1, next);
    }

    @Test
    void shouldGiveNobodyWhatIsOutsideThePool()
    {
        final QpnShards shards = QpnShards.of(FIRST, LAST, 4);

        for (final int qpn : new int[]{0, 1, FIRST - 1, 0xFF_FFFF})
        {
            assertEquals(QpnShards.NONE, shards.laneOf(qpn));
        }
    }

    @Test
    void shouldBeginAtPagesOfTheTableWhereThereAreMany()
    {
        final int[] firsts = QpnShards.of(FIRST, LAST, 3).firstQpns();

        assertEquals(FIRST, firsts[0]);
        assertEquals(0, firsts[1] % 4096);
        assertEquals(0, firsts[2] % 4096);
        // A third of 2^24 is 5,592,405.
        assertEquals(5_592_405, firsts[1], 4096);
        assertEquals(2 * 5_592_405, firsts[2], 4096);
    }

    @Test
    void shouldShareAFewNumbersEvenly()
    {
        assertArrayEquals(new int[]{100, 103, 106}, QpnShards.of(100, 109, 3).firstQpns());
    }

    @Test
    void shouldRefuseMoreLanesThanNumbersOrThanThereCanBe()
    {
        assertEquals(
            "lanes is 3, more than the 2 numbers that they would share",
            assertThrows(IllegalArgumentException.class, () -> QpnShards.of(5, 6, 3)).getMessage());
        assertEquals(
            "lanes is 17, outside 1 to 16",
            assertThrows(IllegalArgumentException.class, () -> QpnShards.of(FIRST, LAST, 17)).getMessage());
        assertEquals(
            "lanes is 0, outside 1 to 16",
            assertThrows(IllegalArgumentException.class, () -> QpnShards.of(FIRST, LAST, 0)).getMessage());
    }
}
