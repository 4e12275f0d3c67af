package io.roce.tools.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.Json;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A node's table as it was read, part after part; numbers that come and go in the meantime may be in one part and not
 * in another.
 *
 * @param table what the node says of the whole.
 * @param pages what it says of each page.
 * @param cells what it says of the cells that have a number in use.
 * @param grain numbers in a cell.
 */
record TableReading(JsonNode table, ArrayNode pages, ArrayNode cells, int grain)
{
    /** As much as the node gives at once. */
    private static final int PART = 10_000;

    private static final int GRAIN_MAX = 1 << 24;

    /** How many of a cell's numbers are in use. */
    record Cell(int live, int quarantined)
    {
    }

    /**
     * Reads pages, and cells as fine as the rows allow.
     *
     * @param width   cells in a row, a power of two.
     * @param mostRows rows with a number in use that are drawn.
     */
    static TableReading of(final NodeAdmin admin, final int width, final int mostRows)
    {
        final JsonNode table = admin.request("GET", "/v1/table", null);
        final ArrayNode pages = parts(admin, "/v1/table/pages?", "pages");
        final long inUse = table.path("live").asLong() + table.path("quarantined").asLong();
        int grain = 1;
        while (grain * (long)width < GRAIN_MAX &&
            (inUse > (long)grain * width * mostRows || rows(admin, grain * width, mostRows + 1) > mostRows))
        {
            grain *= 2;
        }
        return new TableReading(table, pages, parts(admin, "/v1/table/cells?grain=" + grain + '&', "cells"), grain);
    }

    TableFacts facts()
    {
        return TableFacts.of(table);
    }

    /** Records of each page by the number of its first one. */
    NavigableMap<Integer, Integer> recordsByPage()
    {
        final NavigableMap<Integer, Integer> records = new TreeMap<>();
        pages.forEach(page -> records.put(page.path("first_qpn").asInt(), page.path("records").asInt()));
        return records;
    }

    /** Cells in use by their first number. */
    NavigableMap<Integer, Cell> cellsInUse()
    {
        final NavigableMap<Integer, Cell> inUse = new TreeMap<>();
        cells.forEach(cell -> inUse.put(
            cell.path("first_qpn").asInt(),
            new Cell(cell.path("live").asInt(), cell.path("quarantined").asInt())));
        return inUse;
    }

    ObjectNode json(final String url)
    {
        final ObjectNode json = Json.object().put("node", url);
        json.set("table", table);
        json.set("pages", pages);
        json.put("grain", grain);
        return json.set("cells", cells);
    }

    /** Rows of so many numbers that have one in use, as far as they count. */
    private static int rows(final NodeAdmin admin, final int rowLength, final int limit)
    {
        return admin.request("GET", "/v1/table/cells?grain=" + rowLength + "&limit=" + limit, null)
            .path("cells").size();
    }

    private static ArrayNode parts(final NodeAdmin admin, final String path, final String name)
    {
        final ArrayNode all = Json.object().putArray(name);
        JsonNode next = null;
        do
        {
            final String after = next == null ? "" : "&after=" + next.asInt();
            final JsonNode part = admin.request("GET", path + "limit=" + PART + after, null);
            part.path(name).forEach(all::add);
            next = part.path("next").isIntegralNumber() ? part.path("next") : null;
        }
        while (next != null);
        return all;
    }
}
