package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.qpn.QuarantinePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** {@code GET /v1/quarantine/numbers}: who is let out next. */
class QuarantineNumbersTest
{
    private static final long STEP_NS = 200_000_000L;

    /**
     * An RC queue pair that knows of its peer, 17, and UD ones, 18 and 19, are destroyed at 0, 200 and 400 ms, and
     * after each of them a new one, 20 to 22, is created. So 3, 2 and 1 numbers have been handed out meanwhile. For
     * {@code auto}, 17 is held 8 transmissions of 4 times 4.096 us times 2^14, and all of them a packet lifetime of
     * 268.435456 ms: 2415.919104 ms and 268.435456 ms.
     */
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "none; ''; ''",
        "1s; 17 600 0, 18 800 0, 19 1000 0; ''",
        "count:4; 17 null 1, 18 null 2, 19 null 3; 17 null 1, 18 null 2, 19 null 3",
        "1s+count:2; 17 600 0, 18 800 0, 19 null 1; 19 null 1",
        "auto; 18 69 0, 19 269 0, 17 2016 0; 17 1016 0",
        "auto+count:3; 17 2016 0, 18 null 1, 19 null 2; 17 1016 0, 18 null 1, 19 null 2"})
    void shouldTellWhatEachPolicyHoldsBack(final String policy, final String expected, final String aSecondLater)
        throws Exception
    {
        try (AdminFixture node = open(policy))
        {
            create(node, "RC", 17);
            connect(node, 17);
            create(node, "UD", 18);
            create(node, "UD", 19);
            for (int i = 0; i < 3; i++)
            {
                node.lane.clock.advance(i == 0 ? 0 : STEP_NS);
                assertEquals(200, node.delete("/v1/qps/" + (17 + i)).status());
                create(node, "UD", 20 + i);
            }

            assertEquals(expected, numbers(node.get("/v1/quarantine/numbers")));

            node.lane.clock.advance(5 * STEP_NS);
            assertEquals(aSecondLater, numbers(node.get("/v1/quarantine/numbers")));
        }
    }

    @Test
    void shouldListNoMoreThanAskedForAndSayHowManyThereAre() throws Exception
    {
        try (AdminFixture node = open("1s"))
        {
            for (int qpn = 100; qpn < 300; qpn++)
            {
                create(node, "UD", qpn);
                node.delete("/v1/qps/" + qpn);
            }

            assertEquals(
                "{\"held\":200,\"numbers\":[{\"qpn\":100,\"remaining_ms\":1000,\"remaining_count\":0}]}",
                node.get("/v1/quarantine/numbers?limit=1").json().toString());
            assertEquals(100, node.get("/v1/quarantine/numbers").json().get("numbers").size());
            assertEquals(200, node.get("/v1/quarantine/numbers?limit=1000").json().get("numbers").size());
        }
    }

    @ParameterizedTest
    @CsvSource({"limit=0, OUT_OF_RANGE, limit", "limit=1001, OUT_OF_RANGE, limit", "limit=all, SYNTAX, limit",
        "after=1, UNKNOWN_NAME, after"})
    void shouldNameWhatIsWrongInAQuery(final String query, final String code, final String field) throws Exception
    {
        try (AdminFixture node = open("1s"))
        {
            final Reply reply = node.get("/v1/quarantine/numbers?" + query);

            assertEquals(400, reply.status());
            assertEquals(code, reply.code());
            assertEquals(field, reply.json().get("fields").get("field").textValue());
        }
    }

    /** The second lane has the numbers from 524,288 on: half of 2^20, and a multiple of a page. */
    @Test
    void shouldMergeTheQueuesOfLanes() throws Exception
    {
        try (NodeOverHttp node = openLanes("127.94.0.7", "3600s"))
        {
            createAndDestroy(node, 524_288, 17, 524_289, 18);

            assertEquals(
                "[524288, 17, 524289, 18]",
                node.get("/v1/quarantine/numbers").json().get("numbers").findValues("qpn").toString());
            assertEquals(
                "[524288, 17]",
                node.get("/v1/quarantine/numbers?limit=2").json().get("numbers").findValues("qpn").toString());
        }
    }

    /** Each lane counts its own: since 17 and 18 went, theirs has handed out two and one, and the other none. */
    @Test
    void shouldMergeWhatLanesCount() throws Exception
    {
        try (NodeOverHttp node = openLanes("127.94.0.7", "count:10"))
        {
            createAndDestroy(node, 524_288, 17, 18);
            create(node, "UD", 19);

            assertEquals(
                "17 null 8, 18 null 9, 524288 null 10", numbers(node.get("/v1/quarantine/numbers")));
        }
    }

    private static AdminFixture open(final String policy) throws Exception
    {
        return new AdminFixture(
            new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), null),
            FakeLane.LAST_QPN,
            QueuePairsFixture.policies(policy));
    }

    private static NodeOverHttp openLanes(final String host, final String policy) throws Exception
    {
        return NodeOverHttp.open(host, new NicNodeConfig()
            .bind(new InetSocketAddress(host, 0))
            .qpns(16, (1 << 20) - 1)
            .lanes(LanesConfig.of(2))
            .quarantine(QuarantinePolicy.parse(policy)));
    }

    private static void createAndDestroy(final NodeOverHttp node, final int... qpns) throws Exception
    {
        for (final int qpn : qpns)
        {
            create(node, "UD", qpn);
            assertEquals(200, node.delete("/v1/qps/" + qpn).status());
        }
    }

    private static void create(final AdminClient node, final String type, final int qpn) throws Exception
    {
        assertEquals(201, node.post("/v1/qps", "{\"type\":\"" + type + "\",\"qpn\":" + qpn + "}").status());
    }

    /** To a peer that gives up after 7 retries of a timeout of code 14. */
    private static void connect(final AdminClient node, final int qpn) throws Exception
    {
        final String toRtr = WithAdmin.toRtr("::ffff:127.0.0.9")
            .replace("}", ", \"peer_timeout\": 14, \"peer_retry_cnt\": 7}");
        assertEquals(200, node.patch("/v1/qps/" + qpn, WithAdmin.TO_INIT).status());
        assertEquals(200, node.patch("/v1/qps/" + qpn, toRtr).status());
    }

    private static String numbers(final Reply reply)
    {
        final List<String> numbers = new ArrayList<>();
        for (final JsonNode number : reply.json().get("numbers"))
        {
            numbers.add(
                number.get("qpn") + " " + number.get("remaining_ms") + " " + number.get("remaining_count"));
        }
        return String.join(", ", numbers);
    }
}
