package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.SampleEgress;
import io.roce.nic.link.SendFailure;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.stats.Fate;
import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FiguresResourceTest extends WithAdmin
{
    @Test
    void shouldTellWhatTheNodeIs() throws Exception
    {
        node.lane.clock.advance(1_234_999_999L);
        final Reply reply = node.get("/v1/node");

        assertEquals(200, reply.status());
        assertEquals("application/json", reply.header("Content-Type"));
        assertEquals("no-store", reply.header("Cache-Control"));
        assertEquals(
            "{\"address\":\"127.0.0.1\",\"udp\":\"127.0.0.1:4791\",\"version\":\"0.1.0\"," +
                "\"link\":{\"kind\":\"epoll\",\"gso\":\"off\",\"identification_zero\":false," +
                "\"receive_buffer_bytes\":425984}," +
                "\"icrc\":\"infer\"," +
                "\"policies\":{\"allocation\":\"cyclic\",\"quarantine\":\"2.147483648s\"," +
                "\"quarantine_ns\":2147483648,\"pressure\":\"strict\",\"reset_hold\":\"allow\"," +
                "\"quarantine_cap_ns\":60000000000,\"packet_lifetime_ns\":268435456," +
                "\"table\":\"two-level\",\"qp_cache\":\"256x4\",\"qp_cache_order\":\"fifo\",\"miss_cost\":\"none\"," +
                "\"profile\":\"rxe-6.1\"}," +
                "\"limits\":{\"max_qps\":1000,\"max_qps_per_request\":65536,\"max_served_qps_per_request\":256," +
                "\"first_qpn\":17,\"last_qpn\":16777214,\"max_qp_wr\":32768,\"max_sge\":32," +
                "\"max_inline_data\":1024,\"max_queue_bytes_per_request\":134217728," +
                "\"max_wrs_per_request\":1024,\"max_cqe\":131072," +
                "\"max_completions_per_poll\":1024,\"max_poll_timeout_ms\":5000,\"max_mr_length\":268435456," +
                "\"max_mr_bytes_per_request\":16384,\"max_event_streams\":128}," +
                "\"ports\":[{\"port_num\":1,\"address\":\"127.0.0.1\",\"state\":\"ACTIVE\",\"max_mtu\":4096," +
                "\"active_mtu\":4096,\"pkeys\":[65535],\"gid\":\"::ffff:127.0.0.1\",\"gids\":[" +
                "{\"gid_index\":0,\"address\":\"127.0.0.1\",\"gid\":\"::ffff:127.0.0.1\"," +
                "\"udp\":\"127.0.0.1:4791\",\"identification_zero\":true,\"receive_buffer_bytes\":425984}," +
                "{\"gid_index\":1,\"address\":\"::1\",\"gid\":\"::1\",\"udp\":\"[::1]:4791\"," +
                "\"identification_zero\":true,\"receive_buffer_bytes\":425984}]}," +
                "{\"port_num\":2,\"address\":\"127.0.0.2\",\"state\":\"ACTIVE\",\"max_mtu\":4096," +
                "\"active_mtu\":1024,\"pkeys\":[32769,32767],\"gid\":\"::ffff:127.0.0.2\",\"gids\":[" +
                "{\"gid_index\":0,\"address\":\"127.0.0.2\",\"gid\":\"::ffff:127.0.0.2\"," +
                "\"udp\":\"127.0.0.2:4792\",\"identification_zero\":false,\"receive_buffer_bytes\":425984}]}]," +
                "\"events\":{\"interval_ms\":500,\"streams\":0,\"snapshots\":0,\"dropped\":0}," +
                "\"uptime_ms\":1234}",
            reply.json().toString());
    }

    @Test
    void shouldListEveryFate() throws Exception
    {
        final JsonNode ledger = node.get("/v1/ledger").json();
        final JsonNode fates = ledger.get("fates");

        assertEquals(5, ledger.get("received").longValue());
        assertEquals(0, ledger.get("injected").longValue());
        assertEquals(0, ledger.get("held").longValue());
        assertTrue(ledger.get("balanced").booleanValue());
        assertEquals("{\"exact\":1,\"inferred\":2}", ledger.get("icrc").toString());
        assertEquals(24, ledger.get("kernel_drops").longValue());
        assertEquals(
            "{\"127.0.0.1:4791\":7,\"[::1]:4791\":8,\"127.0.0.2:4792\":9}",
            ledger.get("kernel_drops_by_address").toString());
        assertEquals(Fate.values().length, fates.size());
        for (final Fate fate : Fate.values())
        {
            final JsonNode row = fates.get(fate.ordinal());
            final long expected = fate == Fate.ICRC_MISMATCH ? 3 : fate == Fate.QPN_QUARANTINED ? 2 : 0;
            assertEquals(4, row.size());
            assertEquals(fate.name(), row.get("fate").textValue());
            assertEquals(expected, row.get("count").longValue());
            assertEquals(fate.isDrop(), row.get("drop").booleanValue());
            assertEquals(fate.description(), row.get("description").textValue());
        }
    }

    @Test
    void shouldTellWhatWasSentBesideTheLedger() throws Exception
    {
        final StringBuilder failures = new StringBuilder();
        for (final SendFailure failure : SendFailure.values())
        {
            failures.append(failures.length() == 0 ? "" : ",").append('"').append(failure.label()).append("\":0");
        }
        assertEquals(
            "{\"sent\":0,\"failed\":0,\"failures\":{" + failures + "},\"source_ports\":0," +
                "\"source_port_fallbacks\":0}",
            node.get("/v1/ledger").json().get("egress").toString());

        node.lane.egressFigures = SampleEgress.figures(7, SendFailure.TOO_LONG, 2, 3, 4);
        final JsonNode egress = node.get("/v1/ledger").json().get("egress");
        assertEquals(7, egress.get("sent").longValue());
        assertEquals(2, egress.get("failed").longValue());
        assertEquals(2, egress.get("failures").get("too_long").longValue());
        assertEquals(3, egress.get("source_ports").longValue());
        assertEquals(4, egress.get("source_port_fallbacks").longValue());
    }

    @Test
    void shouldLeaveKernelDropsOutWhereTheyAreNotKnown() throws Exception
    {
        node.lane.kernelDrops = new long[]{7, -1, 9};

        final JsonNode ledger = node.get("/v1/ledger").json();
        assertFalse(ledger.has("kernel_drops"));
        assertEquals(
            "{\"127.0.0.1:4791\":7,\"[::1]:4791\":null,\"127.0.0.2:4792\":9}",
            ledger.get("kernel_drops_by_address").toString());
    }

    @Test
    void shouldGiveFiguresOfTable() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":3}");
        node.delete("/v1/qps/17");
        final long bytesCommitted =
            node.lane.submit(() -> node.lane.queuePairs.figures().table().bytesCommitted()).get();
        assertTrue(bytesCommitted >= 4_096 * 256, () -> "bytes committed: " + bytesCommitted);

        // The bound moves with the memory that everything else in this JVM takes and lets go.
        final JsonNode table = node.get("/v1/table").json();
        final long bytesBound = table.get("bytes_bound").longValue();
        assertTrue(
            bytesBound > bytesCommitted && bytesBound <= Runtime.getRuntime().maxMemory(),
            () -> "bytes bound: " + bytesBound);
        assertEquals(
            "{\"kind\":\"two-level\",\"levels\":2,\"pages\":1,\"spare_pages\":0,\"records_per_page\":4096," +
                "\"record_length\":256,\"bytes_committed\":" + bytesCommitted +
                ",\"bytes_bound\":" + bytesBound + ",\"live\":2," +
                "\"bytes_per_live_qp\":" + bytesCommitted / 2 + ",\"quarantined\":1,\"max_qps\":1000," +
                "\"first_qpn\":17,\"last_qpn\":16777214}",
            table.toString());
    }

    @Test
    void shouldGiveFiguresOfCache() throws Exception
    {
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":2}");
        node.lane.submit(() ->
        {
            final QpResolver resolver = node.lane.queuePairs.resolver();
            for (final int qpn : new int[] {17, 18, 17, 17, 17})
            {
                resolver.resolve(qpn);
            }
            return null;
        }).get();
        node.delete("/v1/qps/18");

        assertEquals(
            "{\"kind\":\"fifo\",\"sets\":256,\"ways\":4,\"resident\":1,\"hits\":3,\"misses\":2,\"evictions\":0," +
                "\"invalidations\":1,\"miss_cost\":\"none\",\"miss_cost_ns\":0,\"modelled_miss_ns\":0}",
            node.get("/v1/cache").json().toString());
    }

    @Test
    void shouldGiveFiguresOfQuarantine() throws Exception
    {
        final JsonNode empty = node.get("/v1/quarantine").json();
        node.post("/v1/qps", "{\"type\":\"RC\",\"count\":3}");
        node.delete("/v1/qps/17");
        node.lane.clock.advance(FakeLane.QUARANTINE_NS);
        node.delete("/v1/qps/18");
        node.delete("/v1/qps/19");

        assertEquals(
            "{\"policy\":\"2.147483648s\",\"time_ns\":2147483648,\"held\":0,\"next_in_ms\":null,\"entered\":0," +
                "\"released\":0,\"released_early\":0,\"stolen\":0,\"early_inits\":0,\"refused_inits\":0}",
            empty.toString());
        // 2,147.483648 ms, rounded up.
        assertEquals(
            "{\"policy\":\"2.147483648s\",\"time_ns\":2147483648,\"held\":2,\"next_in_ms\":2148,\"entered\":3," +
                "\"released\":1,\"released_early\":0,\"stolen\":0,\"early_inits\":0,\"refused_inits\":0}",
            node.get("/v1/quarantine").json().toString());
    }

    @Test
    void shouldShowEveryPolicy() throws Exception
    {
        final QpnPolicies policies = new QpnPolicies(
            AllocationOrder.RANDOM,
            QuarantinePolicy.parse("auto+count:64"),
            QuarantinePressure.STEAL_OLDEST,
            ResetHold.REFUSE,
            5_000_000_000L,
            1_000L);
        final AdminConfig any = new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), null);
        try (AdminFixture other = new AdminFixture(any, FakeLane.LAST_QPN, policies))
        {
            final JsonNode shown = other.get("/v1/node").json().get("policies");
            other.post("/v1/qps", "{\"type\":\"UD\"}");
            final int qpn = other.get("/v1/qps").json().get("qps").get(0).get("qpn").intValue();

            assertEquals(
                "{\"allocation\":\"random\",\"quarantine\":\"auto+count:64\",\"quarantine_ns\":null," +
                    "\"pressure\":\"steal-oldest\",\"reset_hold\":\"refuse\",\"quarantine_cap_ns\":5000000000," +
                    "\"packet_lifetime_ns\":1000,\"table\":\"two-level\",\"qp_cache\":\"256x4\"," +
                    "\"qp_cache_order\":\"fifo\",\"miss_cost\":\"none\",\"profile\":\"rxe-6.1\"}",
                shown.toString());
            assertEquals(
                "{\"qpn\":" + qpn + ",\"generation\":1,\"reusable_in_ms\":null}",
                other.delete("/v1/qps/" + qpn).json().toString());
            assertTrue(other.get("/v1/qps/" + qpn).json().get("remaining_ms").isNull());
            assertTrue(other.get("/v1/quarantine").json().get("time_ns").isNull());
        }
    }
}
