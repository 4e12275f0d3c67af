package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Json;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OccupancyTest
{
    @Test
    void shouldPutCellsWhereTheyBelong() throws IOException
    {
        // 17 to 47 in parts of 8: 16-23, 24-31, 32-39, 40-47.
        final Occupancy occupancy = of(17, 47, "{\"grain\":8,\"cells\":[[16,3,1],[40,0,2]]}");
        assertEquals(8, occupancy.grain());
        assertArrayEquals(new int[]{3, 0, 0, 0}, occupancy.live());
        assertArrayEquals(new int[]{1, 0, 0, 2}, occupancy.quarantined());
        assertEquals(16, occupancy.first(0));
        assertEquals(7, occupancy.numbers(0), "17 to 23");
        assertEquals(8, occupancy.numbers(3));
    }

    @Test
    void shouldAddUpWhatHasNoPlaceOfItsOwn() throws IOException
    {
        final Occupancy coarse = of(17, 47, "{\"grain\":8,\"cells\":[[16,3,1],[24,1,0],[40,0,2]]}").within(2);
        // 16-31, 32-47.
        assertEquals(16, coarse.grain());
        assertArrayEquals(new int[]{4, 0}, coarse.live());
        assertArrayEquals(new int[]{1, 2}, coarse.quarantined());
        assertEquals(15, coarse.numbers(0));
    }

    @Test
    void shouldHaveAllNumbersInAsManyPartsAsANodeSends() throws IOException
    {
        final Occupancy all = of(17, 0xFFFFFE, "{\"grain\":16384,\"cells\":[[0,1,0],[16760832,2,0]]}");
        assertEquals(1024, all.parts());
        assertEquals(1, all.live()[0]);
        assertEquals(2, all.live()[1023]);
        assertEquals(1, all.within(0).parts());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{}",
        "{\"grain\":0,\"cells\":[[17,1,0]]}",
        "{\"grain\":-5,\"cells\":[[2147483647,1,0],[-2147483648,1,0],[],[null],\"x\",{}]}",
        "{\"grain\":1,\"cells\":[[16777214,1,0]]}",
        "{\"grain\":1e99,\"cells\":7}",
        "[]"
    })
    void shouldNotFailOnWhatNoNodeSends(final String cells) throws IOException
    {
        for (final int[] pool : new int[][]{{17, 0xFFFFFE}, {5, 2}, {-7, Integer.MAX_VALUE}, {Integer.MIN_VALUE, -1}})
        {
            final Occupancy occupancy = of(pool[0], pool[1], cells);
            assertTrue(occupancy.parts() >= 1 && occupancy.parts() <= 1024, cells);
            assertTrue(occupancy.within(10).parts() <= 10, cells);
        }
    }

    private static Occupancy of(final int first, final int last, final String cells) throws IOException
    {
        final JsonNode table = Json.object().put("first_qpn", first).put("last_qpn", last);
        return Occupancy.of(table, Json.parse(cells.getBytes()));
    }
}
