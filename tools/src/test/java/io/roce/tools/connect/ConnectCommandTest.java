package io.roce.tools.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.qpn.QuarantinePolicy;
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
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class ConnectCommandTest
{
    private FakeNode a;
    private FakeNode b;

    @BeforeEach
    void open() throws IOException
    {
        a = new FakeNode("127.40.0.3");
        b = new FakeNode("127.40.0.4");
    }

    @AfterEach
    void close()
    {
        a.close();
        b.close();
    }

    @Test
    void shouldBringBothSidesOfEveryPairToRts() throws IOException
    {
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), "--count", "3", "--json");
        assertEquals(0, run.status(), run.err());
        final JsonNode pairs = run.json().path("pairs");
        assertEquals(3, pairs.size());
        for (final JsonNode pair : pairs)
        {
            final ObjectNode qpA = a.qps().get(pair.path("a").path("qpn").asInt());
            final ObjectNode qpB = b.qps().get(pair.path("b").path("qpn").asInt());
            assertPeers(qpA, qpB);
            assertPeers(qpB, qpA);
            assertEquals(pair.path("a").path("sq_psn"), qpA.path("attributes").path("sq_psn"));
        }
        assertEquals(3, a.qps().size());
        assertEquals(3, b.qps().size());
    }

    private static void assertPeers(final ObjectNode qp, final ObjectNode peer)
    {
        assertEquals("RTS", qp.path("state").asText());
        final JsonNode attributes = qp.path("attributes");
        assertEquals(peer.path("qpn"), attributes.path("dest_qp_num"));
        assertEquals(peer.path("attributes").path("sq_psn"), attributes.path("rq_psn"));
        assertEquals("127.40.0.77", attributes.path("dgid").asText());
        assertEquals(1024, attributes.path("path_mtu").asInt());
    }

    @Test
    void shouldGiveEachTransitionOfRcWhatItNeeds()
    {
        CommandRun.of("connect", a.address(), b.address(), "--psn", "0xabcdef", "--path-mtu", "256");
        assertEquals(
            List.of(
                "GET /v1/node",
                "POST /v1/qps {\"type\":\"RC\",\"count\":1}",
                "PATCH /v1/qps/17 {\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1," +
                    "\"qp_access_flags\":[\"REMOTE_WRITE\",\"REMOTE_READ\",\"REMOTE_ATOMIC\"]}",
                "PATCH /v1/qps/17 {\"state\":\"RTR\",\"dgid\":\"127.40.0.77\",\"sgid_index\":0,\"path_mtu\":256," +
                    "\"dest_qp_num\":17,\"rq_psn\":11259375,\"max_dest_rd_atomic\":16,\"min_rnr_timer\":12," +
                    "\"peer_timeout\":14,\"peer_retry_cnt\":7}",
                "PATCH /v1/qps/17 {\"state\":\"RTS\",\"sq_psn\":11259375,\"timeout\":14,\"retry_cnt\":7," +
                    "\"rnr_retry\":7,\"max_rd_atomic\":16}"),
            a.requests());
    }

    @Test
    void shouldTellEachEndTheTimersOfItsPeer()
    {
        final CommandRun run = CommandRun.of(
            "connect", a.address(), b.address(), "--timeout", "10,12", "--retry-cnt", "3,5");

        assertEquals(0, run.status(), run.err());
        assertTimers(a.qps().get(0x11), 10, 3, 12, 5);
        assertTimers(b.qps().get(0x11), 12, 5, 10, 3);
    }

    private static void assertTimers(
        final ObjectNode qp, final int timeout, final int retryCnt, final int peerTimeout, final int peerRetryCnt)
    {
        final JsonNode attributes = qp.path("attributes");
        assertEquals(timeout, attributes.path("timeout").asInt());
        assertEquals(retryCnt, attributes.path("retry_cnt").asInt());
        assertEquals(peerTimeout, attributes.path("peer_timeout").asInt());
        assertEquals(peerRetryCnt, attributes.path("peer_retry_cnt").asInt());
    }

    @Test
    void shouldTakeOneTimerForBothEnds()
    {
        CommandRun.of("connect", a.address(), b.address(), "--timeout", "0x1f", "--retry-cnt", "0");

        assertTimers(a.qps().get(0x11), 31, 0, 31, 0);
        assertTimers(b.qps().get(0x11), 31, 0, 31, 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--timeout   | 32    | 32 is out of range: 0 to 31",
        "--timeout   | 14,32 | 32 is out of range: 0 to 31",
        "--timeout   | 1,2,3 | '1,2,3' is neither one number for both nodes nor A,B",
        "--timeout   | 14,   | '' is not a number",
        "--retry-cnt | 8     | 8 is out of range: 0 to 7",
        "--retry-cnt | -1    | -1 is out of range: 0 to 7",
    })
    void shouldRefuseATimerThatIsNone(final String option, final String value, final String said)
    {
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), option, value);

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith("roce: Invalid value for option '" + option + "'"), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertEquals(List.of(), a.requests());
    }

    /** A number is held back as long as the peer may transmit, and the peer's timers are those of the other node. */
    @Test
    void shouldMakeAnAutomaticQuarantineFollowFromThePeersTimers() throws Exception
    {
        final long packetLifetimeNs = 7_000_001;
        try (NicNode nodeA = openAuto("127.40.3.2", packetLifetimeNs);
            NicNode nodeB = openAuto("127.40.3.3", packetLifetimeNs))
        {
            final CommandRun run = CommandRun.of(
                "connect", Addresses.format(nodeA.adminAddress()), Addresses.format(nodeB.adminAddress()),
                "--timeout", "10,12", "--retry-cnt", "3,5", "--json");

            assertEquals(0, run.status(), run.err());
            final JsonNode pair = run.json().path("pairs").path(0);
            assertEquals(heldMs(12, 5, packetLifetimeNs), destroy(nodeA, pair.path("a")));
            assertEquals(heldMs(10, 3, packetLifetimeNs), destroy(nodeB, pair.path("b")));
        }
    }

    /** (retry_cnt + 1) x 4.096 us x 2^timeout x 4 and the packet's life, in milliseconds rounded up. */
    private static long heldMs(final int timeout, final int retryCnt, final long packetLifetimeNs)
    {
        final double transmitMs = (retryCnt + 1) * 0.004096 * Math.pow(2, timeout) * 4;
        return (long)Math.ceil(transmitMs + packetLifetimeNs / 1e6);
    }

    private static long destroy(final NicNode node, final JsonNode end)
    {
        return new AdminClient(node.adminAddress())
            .request("DELETE", "/v1/qps/" + end.path("qpn").asInt(), null)
            .path("reusable_in_ms")
            .asLong(-1);
    }

    private static NicNode openAuto(final String address, final long packetLifetimeNs) throws Exception
    {
        return NicNode.open(new NicNodeConfig()
            .bind(new InetSocketAddress(address, 0))
            .admin(new InetSocketAddress(address, 0))
            .quarantine(QuarantinePolicy.parse("auto"))
            .packetLifetimeNs(packetLifetimeNs));
    }

    @Test
    void shouldGiveUcNothingThatIsForbidden()
    {
        CommandRun.of("connect", a.address(), b.address(), "--type", "UC", "--psn", "0");
        assertEquals(
            List.of(
                "PATCH /v1/qps/17 {\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1," +
                    "\"qp_access_flags\":[\"REMOTE_WRITE\"]}",
                "PATCH /v1/qps/17 {\"state\":\"RTR\",\"dgid\":\"127.40.0.77\",\"sgid_index\":0,\"path_mtu\":1024," +
                    "\"dest_qp_num\":17,\"rq_psn\":0}",
                "PATCH /v1/qps/17 {\"state\":\"RTS\",\"sq_psn\":0}"),
            b.requests().subList(2, 5));
    }

    @Test
    void shouldPrintPairs()
    {
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), "--psn", "1");
        assertEquals(
            """
                127.40.0.77:4791  PSN       127.40.0.77:4791  PSN
                0x000011          0x000001  0x000011          0x000001
                """,
            run.out());
    }

    @Test
    void shouldConnectANodeWithItself()
    {
        assertEquals(0, CommandRun.of("connect", a.address(), a.address(), "--count", "2").status());
        assertEquals(4, a.qps().size());
        assertPeers(a.qps().get(0x11), a.qps().get(0x13));
        assertPeers(a.qps().get(0x14), a.qps().get(0x12));
    }

    @Test
    void shouldRepeatPsnsForASeed()
    {
        final CommandRun first = CommandRun.of("connect", a.address(), a.address(), "--seed", "5");
        final CommandRun second = CommandRun.of("connect", b.address(), b.address(), "--seed", "5");
        assertEquals(0, first.status(), first.err());
        assertEquals(first.out(), second.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"INIT", "RTR", "RTS"})
    void shouldLeaveNothingBehindWhenATransitionIsRefused(final String state)
    {
        b.instead(request -> request.startsWith("PATCH /v1/qps/18 ") && request.contains(state) ?
            new FakeNode.Answer(409, "{\"code\":\"ILLEGAL_TRANSITION\",\"message\":\"No.\"}") : null);
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), "--count", "3");
        assertEquals(1, run.status());
        assertEquals("", run.out());
        assertEquals(
            "roce: 0x000012 on http://" + b.address() + " did not go to " + state +
                ": No; all 6 queue pairs that were created are destroyed again",
            run.err().trim());
        assertTrue(a.qps().isEmpty());
        assertTrue(b.qps().isEmpty());
    }

    @Test
    void shouldLeaveNothingBehindWhenTheOtherNodeIsFull()
    {
        b.instead(request -> request.startsWith("POST") ?
            new FakeNode.Answer(409, "{\"code\":\"TABLE_FULL\",\"message\":\"The table is full.\"}") : null);
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), "--count", "2");
        assertEquals(1, run.status());
        assertEquals(
            "roce: The table is full; all 2 queue pairs that were created are destroyed again", run.err().trim());
        assertTrue(a.qps().isEmpty());
    }

    @Test
    void shouldSayWhatItCouldNotDestroy()
    {
        a.instead(request -> request.equals("DELETE /v1/qps/17") ?
            new FakeNode.Answer(404, "{\"code\":\"UNALLOCATED\",\"message\":\"Gone.\"}") : null);
        b.instead(request -> request.startsWith("PATCH") ? new FakeNode.Answer(409, "{\"message\":\"No.\"}") : null);
        final CommandRun run = CommandRun.of("connect", a.address(), b.address());
        assertEquals(1, run.status());
        assertTrue(
            run.err().trim().endsWith(
                "1 of the queue pairs that were created are destroyed again, not 0x000011 on http://" + a.address()),
            run.err());
    }

    @Test
    void shouldCleanUpWhenANodeGoesAway()
    {
        b.instead(request ->
        {
            if (request.startsWith("PATCH"))
            {
                throw new IllegalStateException("the connection ends here");
            }
            return null;
        });
        final CommandRun run = CommandRun.of("connect", a.address(), b.address());
        assertEquals(3, run.status());
        assertTrue(run.err().startsWith("roce: no node answers at http://" + b.address()), run.err());
        assertTrue(a.qps().isEmpty());
        assertTrue(b.qps().isEmpty());
    }

    @Test
    void shouldCreateNothingBetweenTwoIpVersions()
    {
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), "--sgid-index", "0,1");

        assertEquals(2, run.status());
        assertTrue(run.err().startsWith(
            "roce: the nodes are not of the same IP version: 127.40.0.77:4791 and [::1]:4791"), run.err());
        assertEquals(List.of("GET /v1/node"), a.requests());
        assertEquals(List.of("GET /v1/node"), b.requests());
    }

    @Test
    void shouldConnectThePortsAndPKeysThatAreAskedFor() throws IOException
    {
        final CommandRun run = CommandRun.of(
            "connect", a.address(), b.address(), "--port-num", "2,1", "--pkey-index", "1", "--json");

        assertEquals(0, run.status(), run.err());
        final JsonNode qpA = a.qps().get(0x11).path("attributes");
        final JsonNode qpB = b.qps().get(0x11).path("attributes");
        assertEquals(2, qpA.path("port_num").asInt());
        assertEquals(1, qpB.path("port_num").asInt());
        assertEquals(1, qpA.path("pkey_index").asInt());
        assertEquals(1, qpB.path("pkey_index").asInt());
        assertEquals("127.40.0.77", qpA.path("dgid").asText());
        assertEquals("127.40.0.78", qpB.path("dgid").asText());
        assertEquals("127.40.0.78:4791", run.json().path("pairs").path(0).path("a").path("udp").asText());
        assertEquals(2, run.json().path("pairs").path(0).path("a").path("port_num").asInt());
    }

    @Test
    void shouldConnectOtherGids()
    {
        assertEquals(0, CommandRun.of("connect", a.address(), b.address(), "--sgid-index", "1").status());

        final JsonNode attributes = a.qps().get(0x11).path("attributes");
        assertEquals("::1", attributes.path("dgid").asText());
        assertEquals(1, attributes.path("sgid_index").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "--port-num 3,           1, ' has no port 3, only 1 to 2'",
        "--sgid-index 2,         1, ' has no GID 2 at port 1, only 0 to 1'",
        "--pkey-index 2,         1, ' has no P_Key 2 at port 1, only 0 to 1'",
        "'--port-num 1,2',       2, 'the P_Keys 0xffff and 0x0001 do not match'",
        "'--port-num 2',         2, 'the P_Keys 0x0001 and 0x0001 do not match'",
        "--port-num 5,           2, '5 is out of range: 1 to 4'",
        "'--sgid-index 0,16',    2, '16 is out of range: 0 to 15'",
        "'--pkey-index 0,1,2',   2, 'neither one number for both nodes nor A,B'"})
    void shouldCreateNothingAtWhatIsNotThereOrDoesNotMatch(
        final String options, final int status, final String said)
    {
        final String[] option = options.split(" ");
        final CommandRun run = CommandRun.of("connect", a.address(), b.address(), option[0], option[1]);

        assertEquals(status, run.status(), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertTrue(a.qps().isEmpty());
        assertTrue(b.qps().isEmpty());
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether()
    {
        assertEquals(2, CommandRun.of("connect", a.address()).status());
        assertEquals(2, CommandRun.of("connect", a.address(), b.address(), "--type", "UD").status());
        assertEquals(2, CommandRun.of(
            "connect", a.address(), b.address(), "--type", "UC", "--timeout", "14").status());
        assertEquals(2, CommandRun.of(
            "connect", a.address(), b.address(), "--type", "UC", "--retry-cnt", "7").status());
        assertEquals(2, CommandRun.of("connect", a.address(), b.address(), "--psn", "1", "--seed", "1").status());
        assertEquals(2, CommandRun.of("connect", a.address(), b.address(), "--path-mtu", "1000").status());
        assertEquals(2, CommandRun.of("connect", a.address(), b.address(), "--count", "0").status());
        assertEquals(2, CommandRun.of("connect", a.address(), b.address(), "--count", "65537").status());
        assertEquals(2, CommandRun.of("connect", a.address(), "127.40.0.4:0").status());
        assertEquals(List.of(), a.requests());
    }
}
