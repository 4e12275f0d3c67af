package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpResourceTest extends WithAdmin
{
    private static final int FIRST_QPN = FakeLane.FIRST_QPN;

    @Test
    void shouldCreateAsManyAsAsked() throws Exception
    {
        final Reply reply = node.post("/v1/qps", "{\"type\":\"RC\",\"count\":4,\"contiguous\":true}");

        assertEquals(201, reply.status());
        assertEquals(List.of("qps"), names(reply.json()));
        assertEquals(4, reply.json().get("qps").size());
        for (int i = 0; i < 4; i++)
        {
            final JsonNode qp = reply.json().get("qps").get(i);
            assertEquals(List.of("qpn", "generation", "epoch", "type", "state"), names(qp));
            assertEquals(FIRST_QPN + i, qp.get("qpn").intValue());
            assertEquals(1 + i, qp.get("generation").longValue());
            assertEquals(0, qp.get("epoch").intValue());
            assertEquals("RC", qp.get("type").textValue());
            assertEquals("RESET", qp.get("state").textValue());
        }
    }

    @Test
    void shouldCreateOneWhenNoCountIsGiven() throws Exception
    {
        assertEquals(1, node.post("/v1/qps", "{\"type\":\"UD\"}").json().get("qps").size());
    }

    @Test
    void shouldCreateTheNumberAskedFor() throws Exception
    {
        final Reply reply = node.post("/v1/qps", "{\"type\":\"UC\",\"qpn\":7654321,\"count\":1}");

        assertEquals(201, reply.status());
        assertEquals(7_654_321, reply.json().get("qps").get(0).get("qpn").intValue());
    }

    @Test
    void shouldRefuseANumberInUse() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final Reply reply = node.post("/v1/qps", "{\"type\":\"RC\",\"qpn\":" + FIRST_QPN + "}");

        assertEquals(409, reply.status());
        assertEquals("QPN_NOT_FREE", reply.code());
        assertEquals(FIRST_QPN, reply.json().get("fields").get("qpn").intValue());
    }

    @Test
    void shouldSayThatTheTableIsFull() throws Exception
    {
        final Reply reply = node.post("/v1/qps", "{\"type\":\"RC\",\"count\":" + (FakeLane.MAX_QPS + 1) + "}");

        assertEquals(409, reply.status());
        assertEquals("TABLE_FULL", reply.code());
        assertEquals(1_000, reply.json().get("fields").get("max_qps").intValue());
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldSayWhenQuarantineEndsIfItHoldsTheNumbers() throws Exception
    {
        final InetSocketAddress any = new InetSocketAddress(AdminFixture.ADDRESS, 0);
        try (AdminFixture small = new AdminFixture(new AdminConfig(any, null), FIRST_QPN + 1))
        {
            small.post("/v1/qps", "{\"type\":\"RC\",\"count\":2}");
            small.delete(FIRST_PATH);
            small.lane.clock.advance(1_000_000_000L);
            final Reply reply = small.post("/v1/qps", "{\"type\":\"RC\"}");

            assertEquals(409, reply.status());
            assertEquals("QPNS_QUARANTINED", reply.code());
            // 1,147.483648 ms are left, rounded up.
            assertEquals(1_148, reply.json().get("retry_in_ms").intValue());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{}                                     | MISSING       | type",
        "{\"type\":\"XRC\"}                     | UNKNOWN_NAME  | type",
        "{\"type\":\"rc\"}                      | UNKNOWN_NAME  | type",
        "{\"type\":1}                           | WRONG_TYPE    | type",
        "{\"type\":null}                        | WRONG_TYPE    | type",
        "{\"type\":\"RC\",\"count\":0}          | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":-1}         | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":65537}      | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":1099511627776} | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":4294967297} | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":99999999999999999999999999} | OUT_OF_RANGE  | count",
        "{\"type\":\"RC\",\"count\":1.5}        | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":1.0}        | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":1e2}        | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":1e400}      | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":1e999999999} | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":\"4\"}      | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":true}       | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"count\":[4]}        | WRONG_TYPE    | count",
        "{\"type\":\"RC\",\"qpn\":16777216}     | OUT_OF_RANGE  | qpn",
        "{\"type\":\"RC\",\"qpn\":-1}           | OUT_OF_RANGE  | qpn",
        "{\"type\":\"RC\",\"qpn\":\"0x11\"}     | WRONG_TYPE    | qpn",
        "{\"type\":\"RC\",\"contiguous\":1}     | WRONG_TYPE    | contiguous",
        "{\"type\":\"RC\",\"qpn\":17,\"count\":2} | CONTRADICTION | count",
        "{\"type\":\"RC\",\"cuont\":2}          | UNKNOWN_NAME  | cuont",
        "[]                                     | WRONG_TYPE    | body",
        "\"RC\"                                 | WRONG_TYPE    | body",
        "null                                   | WRONG_TYPE    | body"})
    void shouldNameWhatIsWrongInACreate(final String body, final String code, final String field) throws Exception
    {
        final Reply reply = node.post("/v1/qps", body);

        assertEquals(400, reply.status(), reply.message());
        assertEquals(code, reply.code());
        assertEquals(field, reply.json().get("fields").get("field").textValue());
        assertTrue(reply.message().contains(field), reply.message());
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldGiveValueAndBoundsOfWhatIsOutOfRange() throws Exception
    {
        final JsonNode fields = node.post("/v1/qps", "{\"type\":\"RC\",\"count\":1099511627776}").json().get("fields");

        assertEquals(1_099_511_627_776L, fields.get("value").longValue());
        assertEquals(1, fields.get("min").longValue());
        assertEquals(65_536, fields.get("max").longValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{\"type\":\"RC\",\"qpn\":1}        | qpn is 0x000001, outside 0x000011 to 0xfffffe.",
        "{\"type\":\"RC\",\"qpn\":16777216} | qpn is 0x1000000, outside 0x000000 to 0xffffff.",
        "{\"type\":\"RC\",\"qpn\":-1}       | qpn is -1, outside 0x000000 to 0xffffff.",
        "{\"type\":\"RC\",\"count\":0}      | count is 0, outside 1 to 65536.",
        "{\"type\":\"RC\",\"count\":\"4\"}  | count is \"4\", not an integer."})
    void shouldSayWhatIsOutOfRangeInOneForm(final String body, final String message) throws Exception
    {
        assertEquals(message, node.post("/v1/qps", body).message());
    }

    /** No port has so many: what any node could take is said, not what a long holds. */
    @ParameterizedTest
    @CsvSource({
        "port_num,   9223372036854775808,  1,   4",
        "pkey_index, -9223372036854775809, 0,   127",
        "sgid_index, 9223372036854775808,  0,   15",
        "path_mtu,   9223372036854775808,  256, 4096"})
    void shouldGiveBoundsOfWhatIsTooLongForAnyNumber(
        final String name, final BigInteger value, final int min, final int max) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");

        final Reply reply = node.patch(FIRST_PATH, "{\"" + name + "\":" + value + "}");

        assertEquals(400, reply.status());
        assertEquals("%s is %s, outside %d to %d.".formatted(name, value, min, max), reply.message());
        assertEquals(min, reply.json().get("fields").get("min").longValue());
        assertEquals(max, reply.json().get("fields").get("max").longValue());
    }

    @Test
    void shouldWriteQpnsInHex() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");

        assertEquals("qpn is 0x1000000, outside 0x000000 to 0xffffff.", node.get("/v1/qps/16777216").message());
        assertEquals("after is 0x1000000, outside 0x000000 to 0xffffff.", node.get("/v1/qps?after=16777216").message());
        assertEquals("0x000012 names no queue pair.", node.get("/v1/qps/18").message());
        assertEquals(
            "dest_qp_num is 0x000001, outside 0x000002 to 0xfffffe.",
            node.patch(FIRST_PATH, "{\"dest_qp_num\":1}").message());
        assertEquals(
            "rq_psn is 0x1000000, outside 0x000000 to 0xffffff.",
            node.patch(FIRST_PATH, "{\"rq_psn\":16777216}").message());
    }

    @Test
    void shouldListInPages() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":250}");
        final List<Integer> pages = new ArrayList<>();
        final List<Integer> qpns = new ArrayList<>();
        String path = "/v1/qps";
        while (path != null)
        {
            final JsonNode page = node.get(path).json();
            pages.add(page.get("qps").size());
            page.get("qps").forEach(qp -> qpns.add(qp.get("qpn").intValue()));
            path = page.get("next").isNull() ? null : "/v1/qps?after=" + page.get("next").intValue();
        }

        assertEquals(List.of(100, 100, 50), pages);
        assertEquals(250, qpns.stream().distinct().count());
        assertEquals(qpns.stream().sorted().toList(), qpns);
    }

    @Test
    void shouldEndWithTheLastPageWhenItIsFull() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":4}");
        final JsonNode first = node.get("/v1/qps?limit=2").json();
        final JsonNode second = node.get("/v1/qps?limit=2&after=0x12").json();

        assertEquals(0x12, first.get("next").intValue());
        assertEquals(2, second.get("qps").size());
        assertTrue(second.get("next").isNull());
    }

    @Test
    void shouldListThoseOfOneState() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":3}");
        assertEquals(200, node.patch("/v1/qps/0x12", TO_INIT).status());
        final JsonNode page = node.get("/v1/qps?state=INIT&limit=10000").json();

        assertEquals(1, page.get("qps").size());
        assertEquals(0x12, page.get("qps").get(0).get("qpn").intValue());
        assertEquals(0, node.get("/v1/qps?state=ERR").json().get("qps").size());
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, OUT_OF_RANGE, limit",
        "limit=10001, OUT_OF_RANGE, limit",
        "limit=-1, OUT_OF_RANGE, limit",
        "limit=4294967297, OUT_OF_RANGE, limit",
        "limit=x, SYNTAX, limit",
        "limit=, SYNTAX, limit",
        "limit=1&limit=2, SYNTAX, limit",
        "after=16777216, OUT_OF_RANGE, after",
        "after=0x, SYNTAX, after",
        "state=init, UNKNOWN_NAME, state",
        "states=INIT, UNKNOWN_NAME, states"})
    void shouldNameWhatIsWrongInAQuery(final String query, final String code, final String field) throws Exception
    {
        final Reply reply = node.get("/v1/qps?" + query);

        assertEquals(400, reply.status());
        assertEquals(code, reply.code());
        assertEquals(field, reply.json().get("fields").get("field").textValue());
    }

    @Test
    void shouldShowAQueuePairByDecimalAndHex() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final Reply decimal = node.get("/v1/qps/17");

        assertEquals(200, decimal.status());
        assertEquals(
            List.of("qpn", "generation", "epoch", "type", "state", "attributes", "counters", "history"),
            names(decimal.json()));
        assertEquals(0, decimal.json().get("attributes").size());
        assertEquals(
            List.of("requests", "responses", "refused", "early_inits"), names(decimal.json().get("counters")));
        assertEquals(decimal.json(), node.get("/v1/qps/0x11").json());
        assertEquals(decimal.json(), node.get("/v1/qps/0X000011").json());
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 400, SYNTAX",
        "0x, 400, SYNTAX",
        "0x11g, 400, SYNTAX",
        "1.5, 400, SYNTAX",
        "%31%37, 400, SYNTAX",
        "-1, 400, OUT_OF_RANGE",
        "16777216, 400, OUT_OF_RANGE",
        "0x1000000, 400, OUT_OF_RANGE",
        "4294967313, 400, OUT_OF_RANGE",
        "99999999999999999999999, 400, OUT_OF_RANGE",
        "0, 404, UNALLOCATED",
        "1, 404, UNALLOCATED",
        "0xFFFFFF, 404, UNALLOCATED"})
    void shouldReadTheNumberInThePath(final String text, final int status, final String code) throws Exception
    {
        for (final Reply reply : List.of(
            node.get("/v1/qps/" + text), node.delete("/v1/qps/" + text), node.patch("/v1/qps/" + text, "{}")))
        {
            assertEquals(status, reply.status());
            assertEquals(code, reply.code());
        }
    }

    @Test
    void shouldSayWhatBecameOfADestroyedNumber() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        node.lane.clock.advance(3_000_000);
        node.patch(FIRST_PATH, TO_INIT);
        node.patch(FIRST_PATH, toRtr("127.30.0.9"));
        final Reply destroyed = node.delete(FIRST_PATH);
        node.lane.clock.advance(1_000_000_000L);
        final Reply quarantined = node.get(FIRST_PATH);
        node.lane.clock.advance(FakeLane.QUARANTINE_NS);
        final Reply free = node.get(FIRST_PATH);

        assertEquals(200, destroyed.status());
        assertEquals(
            "{\"qpn\":17,\"generation\":1,\"reusable_in_ms\":2148}", destroyed.json().toString());
        assertEquals(404, quarantined.status());
        assertEquals("QUARANTINED", quarantined.code());
        assertEquals("QUARANTINED", quarantined.json().get("status").textValue());
        assertEquals(1_148, quarantined.json().get("remaining_ms").intValue());
        assertEquals(
            "[{\"generation\":1,\"type\":\"RC\",\"created_ms_ago\":1003,\"destroyed_ms_ago\":1000," +
                "\"peer\":\"127.30.0.9\"}]",
            quarantined.json().get("history").toString());
        assertEquals(404, free.status());
        assertEquals("UNALLOCATED", free.json().get("status").textValue());
        assertEquals(0, free.json().get("remaining_ms").intValue());
        assertEquals(404, node.delete(FIRST_PATH).status());
    }

    @Test
    void shouldKeepTheHistoryOfANumberForItsNextQueuePair() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":17}");
        node.delete(FIRST_PATH);
        node.lane.clock.advance(FakeLane.QUARANTINE_NS);
        node.post("/v1/qps", "{\"type\":\"RC\",\"qpn\":17}");
        final JsonNode qp = node.get(FIRST_PATH).json();

        assertEquals(1, qp.get("history").size());
        assertEquals("UD", qp.get("history").get(0).get("type").textValue());
        assertTrue(qp.get("history").get(0).get("peer").isNull());
        assertFalse(qp.get("history").get(0).get("generation").equals(qp.get("generation")));
    }

    private static List<String> names(final JsonNode object)
    {
        final List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
