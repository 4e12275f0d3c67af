package io.roce.nic.admin;

import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FaultsResourceTest extends WithAdmin
{
    private static final String NONE = "{\"seed\":0,\"capacity\":1024,\"rules\":[]}";

    @Test
    void shouldShowThatThereAreNone() throws Exception
    {
        assertEquals(NONE, node.get("/v1/faults").json().toString());
    }

    @Test
    void shouldTakeRulesInPlaceOfOthers() throws Exception
    {
        final String first =
            "{\"seed\":-7,\"capacity\":2,\"rules\":[" +
                "{\"rule\":\"out:delay=2ms:5%\",\"seen\":0,\"matched\":0,\"unapplied\":0,\"held\":0}," +
                "{\"rule\":\"in:drop:dest-qp=0x000012\",\"seen\":0,\"matched\":0,\"unapplied\":0,\"held\":0}]}";
        final Reply taken = put(
            "{\"rules\":[\"out:delay=2ms:5%\",\"in:drop:dest-qp=18\"],\"seed\":-7,\"capacity\":2}");
        assertEquals(200, taken.status());
        assertEquals(first, taken.json().toString());
        assertEquals(first, node.get("/v1/faults").json().toString());

        assertEquals(NONE, put("{\"rules\":[]}").json().toString());
        assertEquals(NONE, node.get("/v1/faults").json().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | MISSING | rules must be given: an array of strings.",
        "{\"rules\":\"in:drop\"} | WRONG_TYPE | rules is \"in:drop\", not an array of strings.",
        "{\"rules\":[7]} | WRONG_TYPE | rules is 7, not a string.",
        "{\"rules\":[\"in:drop\"],\"rule\":1} | UNKNOWN_NAME | There is no member \"rule\" here; there is rules, " +
            "seed, capacity.",
        "{\"rules\":[\"in:drop\",\"up:drop\"]} | SYNTAX | rules: 'up:drop': the direction 'up' is none of " +
            "in, out.",
        "{\"rules\":[],\"capacity\":65537} | OUT_OF_RANGE | capacity is 65537, outside 1 to 65536.",
        "{\"rules\":[],\"seed\":0.5} | WRONG_TYPE | seed is 0.5, not an integer."})
    void shouldRefuseWhatIsNoRuleAndChangeNothing(final String body, final String code, final String message)
        throws Exception
    {
        put("{\"rules\":[\"in:drop\"]}");
        final Reply refusal = put(body);
        assertEquals(400, refusal.status());
        assertEquals(code, refusal.code());
        assertEquals(message, refusal.message());
        assertEquals(1, node.get("/v1/faults").json().path("rules").size());
    }

    /** Each rule costs something for every datagram, and one that duplicates doubles what comes to those behind it. */
    @Test
    void shouldRefuseRulesThatWouldKeepTheNodeFromItsWork() throws Exception
    {
        final Reply many = put(rules(65, "in:drop:nth=7"));
        assertEquals("CONTRADICTION", many.code());
        assertEquals("rules must be at most 64: 65.", many.message());
        assertEquals(200, put(rules(64, "in:drop:nth=7")).status());

        final Reply doubling = put(rules(5, "out:duplicate"));
        assertEquals("CONTRADICTION", doubling.code());
        assertEquals("rules must be at most 4 with out:duplicate: 5.", doubling.message());
        assertEquals(200, put(rules(4, "out:duplicate")).status());
    }

    @Test
    void shouldKnowNoOtherMethod() throws Exception
    {
        final Reply refusal = node.post("/v1/faults", "{\"rules\":[]}");
        assertEquals(405, refusal.status());
        assertTrue(refusal.header("Allow").contains("PUT"), refusal.header("Allow"));
    }

    private Reply put(final String body) throws Exception
    {
        return node.sendJson("PUT", "/v1/faults", body);
    }

    private static String rules(final int count, final String rule)
    {
        return "{\"rules\":[" + String.join(",", Collections.nCopies(count, '"' + rule + '"')) + "]}";
    }
}
