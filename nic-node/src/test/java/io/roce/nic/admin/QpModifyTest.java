package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.qp.QpAttribute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

class QpModifyTest extends WithAdmin
{
    @Test
    void shouldModifyEveryAttribute() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        node.patch(FIRST_PATH, TO_INIT);
        node.patch(FIRST_PATH, toRtr("127.30.0.9"));
        final Reply reply = node.patch(FIRST_PATH, """
            {"state": "RTS", "cur_qp_state": "RTR", "sq_psn": 4, "timeout": 5, "retry_cnt": 6, "rnr_retry": 7,
             "max_rd_atomic": 8}""");

        assertEquals(200, reply.status(), reply.message());
        assertEquals("RTS", reply.json().get("state").textValue());
        assertEquals(
            "{\"pkey_index\":0,\"port_num\":1,\"qp_access_flags\":[\"LOCAL_WRITE\",\"REMOTE_WRITE\"]," +
                "\"dgid\":\"127.30.0.9\",\"sgid_index\":0,\"path_mtu\":1024,\"dest_qp_num\":16777214,\"rq_psn\":1," +
                "\"max_dest_rd_atomic\":2,\"min_rnr_timer\":3,\"sq_psn\":4,\"timeout\":5,\"retry_cnt\":6," +
                "\"rnr_retry\":7,\"max_rd_atomic\":8}",
            reply.json().get("attributes").toString());
        assertEquals(
            "{\"requests\":0,\"responses\":0,\"refused\":0,\"early_inits\":0}",
            reply.json().get("counters").toString());
        assertEquals(reply.json(), node.get(FIRST_PATH).json());
    }

    @Test
    void shouldKeepWhatItIsToldOfThePeersTimersUntilReset() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        node.patch(FIRST_PATH, TO_INIT);
        final String toRtr = toRtr("127.30.0.9").trim();
        final String open = toRtr.substring(0, toRtr.length() - 1);
        assertEquals("MISSING", node.patch(FIRST_PATH, open + ",\"peer_timeout\":14}").code());
        assertEquals(
            "OUT_OF_RANGE", node.patch(FIRST_PATH, open + ",\"peer_timeout\":14,\"peer_retry_cnt\":8}").code());
        assertEquals("INIT", node.get(FIRST_PATH).json().get("state").textValue());

        final Reply told = node.patch(FIRST_PATH, open + ",\"peer_timeout\":14,\"peer_retry_cnt\":-1}");
        assertEquals(200, told.status(), told.message());
        assertEquals(14, told.json().get("peer_timeout").intValue());
        assertEquals(-1, told.json().get("peer_retry_cnt").intValue());
        final Reply reset = node.patch(FIRST_PATH, "{\"state\":\"RESET\"}");
        assertFalse(reset.json().has("peer_timeout"));
        assertFalse(reset.json().has("peer_retry_cnt"));
    }

    @Test
    void shouldModifyTheQKeyAsUnsigned() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"UD\"}");
        final Reply reply =
            node.patch(FIRST_PATH, "{\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1,\"qkey\":4294967295}");

        assertEquals(200, reply.status(), reply.message());
        assertEquals(4_294_967_295L, reply.json().get("attributes").get("qkey").longValue());
    }

    @ParameterizedTest
    @CsvSource({"127.30.0.2", "::ffff:127.30.0.2", "0:0:0:0:0:ffff:7f1e:2", "::FFFF:7F1E:0002"})
    void shouldReadAnAddress(final String text) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        node.patch(FIRST_PATH, TO_INIT);
        final Reply reply = node.patch(FIRST_PATH, toRtr(text));

        assertEquals(200, reply.status(), reply.message());
        assertEquals("127.30.0.2", reply.json().get("attributes").get("dgid").textValue());
    }

    @ParameterizedTest
    @CsvSource({"localhost", "127.1", "2130706433", "127.30.0.256", "[::1]", "fe80::1%lo", "''", "::1::", "1.2.3.4:5"})
    void shouldRefuseWhatIsNoIpLiteral(final String text) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final Reply reply = node.patch(FIRST_PATH, "{\"dgid\":\"" + text + "\"}");

        assertEquals(400, reply.status());
        assertEquals("SYNTAX", reply.code());
        assertEquals("dgid", reply.json().get("fields").get("field").textValue());
        assertEquals(text, reply.json().get("fields").get("value").textValue());
    }

    /** Of the lane's ports the first has two GIDs and one P_Key, the second one GID and two P_Keys. */
    @ParameterizedTest
    @CsvSource({
        "port_num, 0,          1, 2, ''",
        "port_num, 3,          1, 2, ''",
        "port_num, 4294967297, 1, 2, ''",
        "pkey_index, 1,        0, 0, ' of port 1'",
        "pkey_index, -9223372036854775808, 0, 0, ' of port 1'"})
    void shouldBoundByThePortsWhatDependsOnThem(
        final String name, final long value, final int min, final int max, final String where) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final Reply reply = node.patch(
            FIRST_PATH, TO_INIT.replaceFirst("\"" + name + "\":.", "\"" + name + "\":" + value));

        assertEquals(400, reply.status());
        assertEquals("OUT_OF_RANGE", reply.code());
        assertEquals(
            "%s is %d, outside %d to %d%s.".formatted(name, value, min, max, where), reply.message());
        final JsonNode fields = reply.json().get("fields");
        assertEquals(name, fields.get("field").textValue());
        assertEquals(value, fields.get("value").longValue());
        assertEquals(min, fields.get("min").longValue());
        assertEquals(max, fields.get("max").longValue());
        assertEquals("RESET", node.get(FIRST_PATH).json().get("state").textValue());
    }

    @Test
    void shouldConnectFromTheGidThatIsAskedFor() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        node.patch(FIRST_PATH, TO_INIT);
        final String toRtr = toRtr("::2").trim();
        final String open = toRtr.substring(0, toRtr.length() - 1);

        final Reply ipv4 = node.patch(FIRST_PATH, toRtr);
        assertEquals("dgid is ::2, not a unicast IPv4 address, as GID 0 of port 1 is.", ipv4.message());
        assertEquals("sgid_index is 2, outside 0 to 1 of port 1.",
            node.patch(FIRST_PATH, open + ",\"sgid_index\":2}").message());
        assertEquals(
            "RC from INIT to INIT: does not take sgid_index.",
            node.patch(FIRST_PATH, "{\"sgid_index\":1}").message());

        final Reply ipv6 = node.patch(FIRST_PATH, open + ",\"sgid_index\":1}");
        assertEquals(200, ipv6.status(), ipv6.message());
        assertEquals("::2", ipv6.json().get("attributes").get("dgid").textValue());
        assertEquals(1, ipv6.json().get("attributes").get("sgid_index").intValue());
    }

    @ParameterizedTest
    @EnumSource(value = QpAttribute.class, mode = EnumSource.Mode.EXCLUDE, names = {
        "DGID", "QP_ACCESS_FLAGS", "PORT_NUM", "PKEY_INDEX", "SGID_INDEX"})
    void shouldBoundEveryNumber(final QpAttribute attribute) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final String prefix = "{\"" + attribute.label() + "\":";

        // What is in bounds gets as far as the verb.
        assertEquals("ILLEGAL_ATTRIBUTES", node.patch(FIRST_PATH, prefix + attribute.min() + "}").code());
        assertEquals("ILLEGAL_ATTRIBUTES", node.patch(FIRST_PATH, prefix + attribute.max() + "}").code());
        for (final long value : new long[] {attribute.min() - 1, attribute.max() + 1, Long.MIN_VALUE, Long.MAX_VALUE})
        {
            final Reply reply = node.patch(FIRST_PATH, prefix + value + "}");
            final JsonNode fields = reply.json().get("fields");
            assertEquals(400, reply.status());
            assertEquals("OUT_OF_RANGE", reply.code());
            assertEquals(attribute.label(), fields.get("field").textValue());
            assertEquals(value, fields.get("value").longValue());
            assertEquals(attribute.min(), fields.get("min").longValue());
            assertEquals(attribute.max(), fields.get("max").longValue());
        }
        assertEquals("WRONG_TYPE", node.patch(FIRST_PATH, prefix + "\"1\"}").code());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{\"state\":\"READY\"}                        | UNKNOWN_NAME | state",
        "{\"state\":4}                                | WRONG_TYPE   | state",
        "{\"cur_qp_state\":\"\"}                      | UNKNOWN_NAME | cur_qp_state",
        "{\"cur_state\":\"RTS\"}                      | UNKNOWN_NAME | cur_state",
        "{\"qp_access_flags\":15}                     | WRONG_TYPE   | qp_access_flags",
        "{\"qp_access_flags\":[\"REMOTE\"]}           | UNKNOWN_NAME | qp_access_flags",
        "{\"qp_access_flags\":[1]}                    | WRONG_TYPE   | qp_access_flags",
        "{\"dgid\":2130706433}                        | WRONG_TYPE   | dgid"})
    void shouldNameWhatIsWrongInAModify(final String body, final String code, final String field) throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final JsonNode before = node.get(FIRST_PATH).json();
        final Reply reply = node.patch(FIRST_PATH, body);

        assertEquals(400, reply.status());
        assertEquals(code, reply.code());
        assertEquals(field, reply.json().get("fields").get("field").textValue());
        assertEquals(before, node.get(FIRST_PATH).json());
    }

    @Test
    void shouldListMissingAndForbiddenAttributesBesideTheCode() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\"}");
        final JsonNode before = node.get(FIRST_PATH).json();
        final Reply reply = node.patch(FIRST_PATH, "{\"state\":\"INIT\",\"port_num\":1,\"qkey\":1}");

        assertEquals(409, reply.status());
        assertEquals("ILLEGAL_ATTRIBUTES", reply.code());
        for (final JsonNode place : List.of(reply.json(), reply.json().get("fields")))
        {
            assertEquals("[\"pkey_index\",\"qp_access_flags\"]", place.get("missing").toString());
            assertEquals("[\"qkey\"]", place.get("forbidden").toString());
        }
        assertEquals(before, node.get(FIRST_PATH).json());
        assertEquals("ILLEGAL_TRANSITION", node.patch(FIRST_PATH, "{\"state\":\"RTS\"}").code());
    }
}
