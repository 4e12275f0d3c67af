package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TableMapResourceTest extends WithAdmin
{
    private static final String NOTHING = "{\"pages\":[],\"next\":null}";

    @Test
    void shouldListThePagesThatExistInOrder() throws Exception
    {
        assertEquals(NOTHING, node.get("/v1/table/pages").json().toString());
        create(0x5001, 17, 18, 0xFFFFFE);
        node.delete("/v1/qps/17");

        assertEquals(
            "{\"pages\":[" +
                "{\"first_qpn\":0,\"records\":4096,\"live\":1,\"quarantined\":1,\"free\":4094}," +
                "{\"first_qpn\":20480,\"records\":4096,\"live\":1,\"quarantined\":0,\"free\":4095}," +
                "{\"first_qpn\":16773120,\"records\":4096,\"live\":1,\"quarantined\":0,\"free\":4095}]," +
                "\"next\":null}",
            node.get("/v1/table/pages").json().toString());
    }

    @Test
    void shouldComeInParts() throws Exception
    {
        for (int page = 0; page < 7; page++)
        {
            create(page * 8192 + 20);
        }
        final List<Integer> firsts = new ArrayList<>();
        final List<Integer> sizes = new ArrayList<>();
        JsonNode part = node.get("/v1/table/pages?limit=3").json();
        while (true)
        {
            part.get("pages").forEach(page -> firsts.add(page.get("first_qpn").intValue()));
            sizes.add(part.get("pages").size());
            if (part.get("next").isNull())
            {
                break;
            }
            part = node.get("/v1/table/pages?limit=3&after=" + part.get("next")).json();
        }

        assertEquals(List.of(0, 8192, 16384, 24576, 32768, 40960, 49152), firsts);
        assertEquals(List.of(3, 3, 1), sizes);
        assertEquals(7, node.get("/v1/table/pages?limit=7").json().get("pages").size());
        assertTrue(node.get("/v1/table/pages?limit=7").json().get("next").isNull());
        assertEquals(8192, node.get("/v1/table/pages?limit=1&after=0x13").json()
            .get("pages").get(0).get("first_qpn").intValue(), "begins above, whatever lies on a page");
        assertEquals(NOTHING, node.get("/v1/table/pages?after=0xffffff").json().toString());
    }

    @Test
    void shouldNotShowAPageWhoseLastNumberHasLeftTheQuarantine() throws Exception
    {
        create(17);
        node.delete("/v1/qps/17");
        assertEquals(1, node.get("/v1/table/pages").json().get("pages").size());
        assertEquals(1, node.get("/v1/table/cells").json().get("cells").size());

        node.lane.clock.advance(FakeLane.QUARANTINE_NS);
        assertEquals(0, node.get("/v1/table/cells").json().get("cells").size());
        assertEquals(NOTHING, node.get("/v1/table/pages").json().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "1; 17 1 0, 18 0 1, 24 1 0, 4096 1 0",
        "2; 16 1 0, 18 0 1, 24 1 0, 4096 1 0",
        "8; 16 1 1, 24 1 0, 4096 1 0",
        "16; 16 2 1, 4096 1 0",
        "4096; 0 2 1, 4096 1 0",
        "8192; 0 3 1",
        "16777216; 0 3 1"})
    void shouldShowTheCellsInUseAtAnyGrain(final int grain, final String expected) throws Exception
    {
        create(17, 18, 24, 4096);
        node.delete("/v1/qps/18");

        final JsonNode map = node.get("/v1/table/cells?grain=" + grain).json();

        final List<String> cells = new ArrayList<>();
        map.get("cells").forEach(cell ->
            cells.add(cell.get("first_qpn") + " " + cell.get("live") + " " + cell.get("quarantined")));
        assertEquals(expected, String.join(", ", cells));
        assertEquals(grain, map.get("grain").intValue());
        assertTrue(map.get("next").isNull());
    }

    @Test
    void shouldGiveCellsInParts() throws Exception
    {
        create(17, 33, 49);

        final JsonNode first = node.get("/v1/table/cells?grain=16&limit=2").json();
        final JsonNode last = node.get("/v1/table/cells?grain=16&limit=2&after=" + first.get("next")).json();

        assertEquals("[16,32]", first.get("cells").findValues("first_qpn").toString().replace(" ", ""));
        assertEquals("[48]", last.get("cells").findValues("first_qpn").toString());
        assertTrue(last.get("next").isNull());
    }

    @ParameterizedTest
    @CsvSource({
        "pages?limit=0, OUT_OF_RANGE, limit",
        "pages?limit=10001, OUT_OF_RANGE, limit",
        "pages?after=-1, OUT_OF_RANGE, after",
        "pages?after=0x1000000, OUT_OF_RANGE, after",
        "pages?grain=2, UNKNOWN_NAME, grain",
        "cells?grain=0, OUT_OF_RANGE, grain",
        "cells?grain=3, OUT_OF_RANGE, grain",
        "cells?grain=33554432, OUT_OF_RANGE, grain",
        "cells?grain=all, SYNTAX, grain",
        "cells?limit=10001, OUT_OF_RANGE, limit"})
    void shouldNameWhatIsWrongInAQuery(final String query, final String code, final String field) throws Exception
    {
        final Reply reply = node.get("/v1/table/" + query);

        assertEquals(400, reply.status());
        assertEquals(code, reply.code());
        assertEquals(field, reply.json().get("fields").get("field").textValue());
    }

    private void create(final int... qpns) throws Exception
    {
        for (final int qpn : qpns)
        {
            assertEquals(201, node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":" + qpn + "}").status());
        }
    }
}
