package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.GidEntry;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.Arrival;
import io.roce.nic.trace.FateReason;
import io.roce.wire.packet.Packets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/** What an event of {@code /v1/events} says. */
class NodeSnapshotTest extends WithAdmin
{
    @Test
    void shouldHaveTheseMembers() throws Exception
    {
        assertEquals(
            List.of(
                "time", "uptime_ms", "interval_ms", "ledger", "table", "cache", "quarantine", "usage", "cells",
                "quarantine_queue", "drops"),
            names(snapshot()));
    }

    @Test
    void shouldTellTheTimeOfTheWallAndSinceTheStart() throws Exception
    {
        node.lane.clock.advance(61_234_999_999L);

        final JsonNode snapshot = snapshot();

        assertEquals("2001-09-09T01:46:40.123456789Z", snapshot.get("time").textValue());
        assertEquals(61_234, snapshot.get("uptime_ms").longValue());
        assertEquals(500, snapshot.get("interval_ms").longValue());
    }

    @ParameterizedTest
    @CsvSource({"ledger", "table", "cache", "quarantine"})
    void shouldSayWhatTheResourceSays(final String name) throws Exception
    {
        create(17, 18, 19);
        node.delete("/v1/qps/18");

        assertEquals(node.get("/v1/" + name).json().toString(), snapshot().get(name).toString());
    }

    @Test
    void shouldTellOfTheUsageWhatTheResourceTells() throws Exception
    {
        final JsonNode resource = node.get("/v1/usage").json();
        final JsonNode usage = snapshot().get("usage");

        assertEquals(names(resource), names(usage));
        assertEquals(resource.get("lane").get("thread"), usage.get("lane").get("thread"));
        assertEquals(resource.get("links"), usage.get("links"));
    }

    /** From 17 on: 1,024 numbers, and one more; then 1,024 pairs from 16 on, and one more. */
    @ParameterizedTest
    @CsvSource({"1040, 1", "1041, 2", "2063, 2", "2064, 4", "16777214, 16384"})
    void shouldChooseTheFinestGrainThatFits(final int last, final int grain) throws Exception
    {
        try (AdminFixture other = new AdminFixture(config(), last))
        {
            assertEquals(
                "{\"grain\":" + grain + ",\"cells\":[]}", snapshot(other).get("cells").toString());
        }
    }

    @Test
    void shouldMapTheCellsInUse() throws Exception
    {
        create(17, 18, 16_383, 16_384, 16_777_214);
        node.delete("/v1/qps/18");

        assertEquals(
            "{\"grain\":16384,\"cells\":[[0,2,1],[16384,1,0],[16760832,1,0]]}",
            snapshot().get("cells").toString());
    }

    @Test
    void shouldListTheNextOfTheQuarantine() throws Exception
    {
        create(17, 18);
        node.delete("/v1/qps/18");
        node.lane.clock.advance(1_000_000_000L);
        node.delete("/v1/qps/17");

        // Of 2147.483648 ms each, one has waited for 1000.
        assertEquals(
            "[{\"qpn\":18,\"remaining_ms\":1148,\"remaining_count\":0}," +
                "{\"qpn\":17,\"remaining_ms\":2148,\"remaining_count\":0}]",
            snapshot().get("quarantine_queue").toString());
    }

    @Test
    void shouldListTwentyOfTheQuarantine() throws Exception
    {
        for (int qpn = 100; qpn < 121; qpn++)
        {
            create(qpn);
            node.delete("/v1/qps/" + qpn);
        }

        final List<Integer> queue = new ArrayList<>();
        snapshot().get("quarantine_queue").forEach(number -> queue.add(number.get("qpn").intValue()));

        assertEquals(IntStream.range(100, 120).boxed().toList(), queue);
    }

    @Test
    void shouldListTheNewestDropsAsTheResourceDoes() throws Exception
    {
        node.lane.submit(() ->
        {
            final Arrival arrival = new Arrival(new FateReason());
            arrival.begin(new GidEntry(1, 0, new InetSocketAddress("127.0.0.1", 4791)));
            for (int i = 0; i < 6; i++)
            {
                node.lane.drops.onFate(
                    Fate.QPN_UNALLOCATED, Packets.rcSendOnly(0x100 + i, 1, Packets.payload(4)), arrival);
            }
            return null;
        }).get();

        final JsonNode drops = snapshot().get("drops");

        assertEquals(node.get("/v1/drops").json().get("drops"), drops);
        // Of six, four are kept.
        assertEquals("[3, 4, 5, 6]", drops.findValues("number").toString());
        assertFalse(((ObjectNode)drops.get(0)).has("qpns"));
    }

    private void create(final int... qpns) throws Exception
    {
        for (final int qpn : qpns)
        {
            assertEquals(201, node.post("/v1/qps", "{\"type\":\"UD\",\"qpn\":" + qpn + "}").status());
        }
    }

    private JsonNode snapshot() throws Exception
    {
        return snapshot(node);
    }

    private static JsonNode snapshot(final AdminFixture node) throws Exception
    {
        try (EventClient client = EventClient.open(node.address()))
        {
            return client.next().data();
        }
    }

    private static AdminConfig config()
    {
        return new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), null);
    }

    private static List<String> names(final JsonNode json)
    {
        final List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
