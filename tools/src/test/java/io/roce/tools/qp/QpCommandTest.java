package io.roce.tools.qp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.qp.QpAttribute;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.FakeNode;
import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
final class QpCommandTest
{
    private FakeNode node;

    @BeforeEach
    void open() throws IOException
    {
        node = new FakeNode("127.40.0.2");
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    private CommandRun qp(final String command, final String... args)
    {
        final String[] all = new String[args.length + 4];
        all[0] = "qp";
        all[1] = command;
        all[2] = "--node";
        all[3] = node.address();
        System.arraycopy(args, 0, all, 4, args.length);
        return CommandRun.of(all);
    }

    @Test
    void shouldCreateAsManyAsAskedFor()
    {
        final CommandRun run = qp("create", "--count", "2", "--type", "UC", "--contiguous");
        assertEquals(0, run.status(), run.err());
        assertEquals(List.of("POST /v1/qps {\"type\":\"UC\",\"count\":2,\"contiguous\":true}"), node.requests());
        assertEquals(
            """
                QPN       TYPE  STATE  GENERATION  EPOCH
                0x000011  UC    RESET  100         0
                0x000012  UC    RESET  101         0
                """,
            run.out());
    }

    @Test
    void shouldAskForANumber() throws IOException
    {
        final CommandRun run = qp("create", "--qpn", "0xfffffe", "--json");
        assertEquals(0, run.status(), run.err());
        assertEquals(List.of("POST /v1/qps {\"type\":\"RC\",\"count\":1,\"qpn\":16777214}"), node.requests());
        assertEquals(0xfffffe, run.json().path("qps").path(0).path("qpn").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "--qpn,   0x1000000, 0x1000000 is out of range: 0x2 to 0xfffffe",
        "--qpn,   0xffffff,  0xffffff is out of range: 0x2 to 0xfffffe",
        "--qpn,   1,         1 is out of range: 0x2 to 0xfffffe",
        "--qpn,   -1,        -1 is out of range: 0x2 to 0xfffffe",
        "--count, 0,         0 is out of range: 1 to 65536",
        "--count, 65537,     65537 is out of range: 1 to 65536",
        "--count, many,      'many' is not a number",
        "--type,  RD,        RC",
    })
    void shouldRefuseAWrongArgumentWithItsOptionValueAndBounds(
        final String option, final String value, final String said)
    {
        final CommandRun run = qp("create", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '" + option + "'"), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldAskForAsManyAsANodeMakesAtOnceAndSaySo() throws IOException
    {
        try (NicNode real = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.40.2.2", 0))
            .admin(new InetSocketAddress("127.40.2.2", 0))))
        {
            final InetSocketAddress admin = real.adminAddress();
            final JsonNode limits = new AdminClient(admin).request("GET", "/v1/node", null).path("limits");

            assertEquals(QpCount.MAX, limits.path("max_qps_per_request").asInt());
        }
        assertTrue(CommandRun.of("qp", "create", "--help").out().contains("How many, 1 to 65536."));
        assertTrue(CommandRun.of("connect", "--help").out().contains("How many pairs, 1 to 65536."));
    }

    @Test
    void shouldNotAskForANumberTwice()
    {
        assertEquals(2, qp("create", "--qpn", "17", "--count", "2").status());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldPassOnWhyACreateIsRefused()
    {
        node.instead(request ->
            new FakeNode.Answer(409, "{\"code\":\"TABLE_FULL\",\"message\":\"The table is full.\"}"));
        final CommandRun run = qp("create");
        assertEquals(1, run.status());
        assertEquals("roce: The table is full", run.err().trim());
        assertEquals("", run.out());
    }

    @Test
    void shouldModifyByOptions()
    {
        qp("create");
        final CommandRun run = qp(
            "modify", "17", "--state", "INIT", "--cur-qp-state", "RESET", "--pkey-index", "0", "--port-num", "1",
            "--qp-access-flags", "REMOTE_WRITE,REMOTE_READ", "--dgid", "::1", "--qkey", "0xffffffff",
            "--dest-qp-num", "0x12");
        assertEquals(0, run.status(), run.err());
        assertEquals(
            "PATCH /v1/qps/17 {\"state\":\"INIT\",\"cur_qp_state\":\"RESET\",\"pkey_index\":0,\"port_num\":1," +
                "\"qp_access_flags\":[\"REMOTE_WRITE\",\"REMOTE_READ\"],\"qkey\":4294967295,\"dgid\":\"::1\"," +
                "\"dest_qp_num\":18}",
            node.requests().get(1));
        assertTrue(run.out().contains("state              INIT\n"), run.out());
        assertTrue(run.out().contains("  dest_qp_num      0x000012\n"), run.out());
        assertTrue(run.out().contains("  qkey             0xffffffff\n"), run.out());
        assertTrue(run.out().contains("  qp_access_flags  REMOTE_WRITE,REMOTE_READ\n"), run.out());
    }

    @ParameterizedTest
    @EnumSource(QpAttribute.class)
    void shouldHaveAnOptionForEveryAttribute(final QpAttribute attribute)
    {
        qp("create");
        final String value = switch (attribute)
        {
            case DGID -> "127.0.0.1";
            case QP_ACCESS_FLAGS -> "none";
            default -> String.valueOf(attribute.max());
        };
        final String byOption = "--" + attribute.label().replace('_', '-');
        assertEquals(0, qp("modify", "17", byOption, value).status());
        assertTrue(node.requests().get(1).startsWith("PATCH /v1/qps/17 {\"" + attribute.label() + "\":"));
    }

    @Test
    void shouldTellWhatIsKnownOfThePeer()
    {
        qp("create");
        final CommandRun run =
            qp("modify", "17", "--state", "RTR", "--peer-timeout", "31", "--peer-retry-cnt", "-1");
        assertEquals(0, run.status(), run.err());
        assertEquals(
            "PATCH /v1/qps/17 {\"state\":\"RTR\",\"peer_timeout\":31,\"peer_retry_cnt\":-1}",
            node.requests().get(1));
    }

    @ParameterizedTest
    @CsvSource({
        "32, 7,  --peer-timeout",
        "-1, 7,  --peer-timeout",
        "14, 8,  --peer-retry-cnt",
        "14, -2, --peer-retry-cnt",
    })
    void shouldRefuseTimersThatNoPeerHas(final String timeout, final String retryCnt, final String wrong)
    {
        final CommandRun run = qp("modify", "17", "--peer-timeout", timeout, "--peer-retry-cnt", retryCnt);
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '" + wrong + "'"), run.err());
        assertEquals(List.of(), node.requests());
    }

    @ParameterizedTest
    @CsvSource({
        "--peer-timeout,   --peer-retry-cnt",
        "--peer-retry-cnt, --peer-timeout",
    })
    void shouldTakeBothTimersOfThePeerOrNone(final String option, final String missing)
    {
        final CommandRun run = qp("modify", "17", option, "3");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("Missing required argument(s): " + missing), run.err());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldShowWhatANodeKnowsOfThePeer() throws IOException
    {
        try (NicNode real = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("127.40.2.3", 0))
            .admin(new InetSocketAddress("127.40.2.3", 0))))
        {
            final String admin = Addresses.format(real.adminAddress());
            CommandRun.of("qp", "create", "--node", admin, "--qpn", "0x20");
            CommandRun.of("qp", "modify", "--node", admin, "0x20", "--state", "INIT", "--pkey-index", "0",
                "--port-num", "1", "--qp-access-flags", "none");
            final CommandRun run = CommandRun.of("qp", "modify", "--node", admin, "0x20", "--state", "RTR", "--dgid",
                "127.0.0.1", "--path-mtu", "1024", "--dest-qp-num", "0x11", "--rq-psn", "0", "--max-dest-rd-atomic",
                "1", "--min-rnr-timer", "12", "--peer-timeout", "9", "--peer-retry-cnt", "-1");
            assertEquals(0, run.status(), run.err());

            final List<String> shown = CommandRun.of("qp", "show", "--node", admin, "0x20").out().lines()
                .filter(line -> line.startsWith("peer_"))
                .map(line -> line.replaceAll(" +", " "))
                .toList();
            assertEquals(List.of("peer_timeout 9", "peer_retry_cnt -1 (for ever)"), shown);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--rq-psn,  0x1000000,        0xffffff",
        "--timeout, 32,               0 to 31",
        "--path-mtu, 1000,            'is not 256, 512, 1024, 2048 or 4096'",
        "--dgid,    example.org,      is not an IP address",
        "--qp-access-flags, READ,     REMOTE_READ",
    })
    void shouldRefuseAWrongAttribute(final String option, final String value, final String said)
    {
        final CommandRun run = qp("modify", "17", option, value);
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '" + option + "'"), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldNameMissingAndForbiddenAttributesWhenTheNodeRefuses()
    {
        node.instead(request -> new FakeNode.Answer(
            409,
            "{\"code\":\"ILLEGAL_ATTRIBUTES\",\"message\":\"RESET -> INIT misses pkey_index.\"," +
                "\"missing\":[\"pkey_index\",\"port_num\"],\"forbidden\":[\"dgid\"]}"));
        final CommandRun run = qp("modify", "17", "--state", "INIT");
        assertEquals(1, run.status());
        assertEquals(
            "roce: RESET -> INIT misses pkey_index; missing: port_num; forbidden: dgid", run.err().trim());
    }

    @Test
    void shouldNotModifyNothing()
    {
        final CommandRun run = qp("modify", "17");
        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: nothing to modify"), run.err());
    }

    @Test
    void shouldShowOne() throws IOException
    {
        qp("create");
        node.instead(request -> new FakeNode.Answer(
            200,
            "{\"qpn\":17,\"type\":\"RC\",\"attributes\":{\"rq_psn\":255},\"counters\":{\"requests\":3}," +
                "\"history\":[{\"generation\":5,\"peer\":null},{\"generation\":2,\"peer\":\"127.0.0.9\"}]}"));
        assertEquals(
            """
                qpn         0x000011
                type        RC
                attributes
                  rq_psn    0x0000ff
                counters
                  requests  3
                history
                GENERATION  PEER
                5           -
                2           127.0.0.9
                """,
            qp("show", "0x11").out());
        assertEquals(255, qp("show", "0x11", "--json").json().path("attributes").path("rq_psn").asInt());
    }

    @Test
    void shouldSayThatANumberNamesNothing()
    {
        final CommandRun run = qp("show", "0xffffff");
        assertEquals(1, run.status());
        assertEquals("roce: No queue pair", run.err().trim());
    }

    @Test
    void shouldListPageAfterPage()
    {
        qp("create", "--count", "2500");
        final CommandRun run = qp("list", "--state", "RESET");
        assertEquals(0, run.status(), run.err());
        assertEquals(1 + 2500, run.out().lines().count());
        assertTrue(run.out().endsWith("0x0009d4  RC    RESET  2599        0\n"), run.out());
        assertEquals(
            List.of(
                "GET /v1/qps?limit=1000&state=RESET",
                "GET /v1/qps?limit=1000&after=1016&state=RESET",
                "GET /v1/qps?limit=1000&after=2016&state=RESET"),
            node.requests().subList(1, 4));
    }

    @Test
    void shouldListNoMoreThanTheLimit() throws IOException
    {
        qp("create", "--count", "2500");
        final CommandRun run = qp("list", "--limit", "1001", "--json");
        assertEquals(1001, run.json().path("qps").size());
        assertEquals(0x11 + 1000, run.json().path("next").asInt());
        assertEquals("GET /v1/qps?limit=1&after=1016", node.requests().get(2));
    }

    @Test
    void shouldDestroyWhatItCanAndSayWhatItCannot()
    {
        qp("create", "--count", "2");
        final CommandRun run = qp("destroy", "0x11", "0x99", "0x12");
        assertEquals(1, run.status());
        assertEquals("roce: 0x000099 is not destroyed: No queue pair", run.err().trim());
        assertEquals(
            """
                QPN       GENERATION  REUSABLE IN
                0x000011  100         2.148s
                0x000012  100         2.148s
                """,
            run.out());
        assertTrue(node.qps().isEmpty());
    }
}
