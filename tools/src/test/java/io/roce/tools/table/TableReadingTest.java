package io.roce.tools.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TableReadingTest
{
    private static final int PAGE = 256;

    private final List<String> requests = new ArrayList<>();

    /** A three-level table with every page there, one live queue pair on each. */
    private JsonNode answer(final String path)
    {
        requests.add(path);
        if ("/v1/table".equals(path))
        {
            return Json.object().put("kind", "three-level").put("levels", 3).put("pages", 0x1_0000)
                .put("records_per_page", PAGE).put("record_length", 256).put("live", 0x1_0000)
                .put("first_qpn", 0).put("last_qpn", 0xFF_FFFF);
        }
        final boolean isPages = path.startsWith("/v1/table/pages?");
        final int limit = number(path, "limit", 0);
        final int step = Math.max(PAGE, number(path, "grain", 1));
        final ObjectNode answer = Json.object();
        int first = path.contains("after=") ? number(path, "after", 0) + step : 0;
        for (int i = 0; i < limit && first <= 0xFF_FFFF; i++, first += step)
        {
            answer.withArray(isPages ? "pages" : "cells").addObject()
                .put("first_qpn", first).put("records", PAGE).put("live", step / PAGE).put("quarantined", 0);
        }
        answer.put("next", first - step);
        return first <= 0xFF_FFFF ? answer : answer.putNull("next");
    }

    @Test
    void shouldReadATableOfManyPagesPartByPart()
    {
        final TableReading reading = TableReading.of((method, path, body) -> answer(path), 32, 24);

        assertEquals(0x1_0000, reading.recordsByPage().size());
        assertEquals(7, requests.stream().filter(path -> path.startsWith("/v1/table/pages?")).count());
        // 24 rows of 32 cells are 768 cells: 2^24 numbers take 32,768 in a cell.
        assertEquals(0x8000, reading.grain());
        assertEquals(512, reading.cellsInUse().size());
        assertEquals(0x80, reading.cellsInUse().get(0x8000).live());
    }

    @Test
    void shouldDrawPagesInRowsAndFewLiveNumbers()
    {
        final StringWriter drawn = new StringWriter();
        new TableMap(TableReading.of((method, path, body) -> answer(path), 32, 24), 32).print(new PrintWriter(drawn));

        final List<String> lines = drawn.toString().lines().toList();
        assertEquals(1 + 16, lines.size());
        assertEquals("QPN" + " ".repeat(53) + "LIVE  QUARANTINED  PAGES", lines.get(0));
        assertEquals("0xf00000-0xffffff |" + "+".repeat(32) + "|    4096            0   4096", lines.get(16));
    }

    @ParameterizedTest
    @CsvSource({"80, 32", "111, 32", "112, 64", "175, 64", "176, 128", "1000, 128", "64, 16", "20, 8", "1, 8"})
    void shouldFitIntoALine(final int columns, final int cells)
    {
        assertEquals(cells, TableMap.width(columns));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 32, +", "3, 32, +", "4, 32, 1", "16, 32, 5", "28, 32, 8", "31, 32, 9", "32, 32, '#'", "1, 2, 5", "1, 1, '#'"
    })
    void shouldDrawTheTenthsOfACellThatAreLive(final int live, final int grain, final char drawn)
    {
        final TableReading reading = new TableReading(
            Json.object().put("levels", 2).put("records_per_page", 4096).put("last_qpn", 0xFFF),
            Json.object().putArray("pages"),
            Json.object().putArray("cells"),
            grain);
        reading.cells().addObject().put("first_qpn", 0).put("live", live);
        reading.pages().addObject().put("first_qpn", 0).put("records", 4096);
        final StringWriter map = new StringWriter();
        new TableMap(reading, 32).print(new PrintWriter(map));

        assertEquals("|" + drawn + ".".repeat(31) + "|", map.toString().lines().toList().get(1).substring(18, 52));
    }

    private static int number(final String path, final String name, final int absent)
    {
        final String value = path.replaceFirst(".*[?&]" + name + "=(\\d+).*", "$1");
        return value.equals(path) ? absent : Integer.parseInt(value);
    }
}
