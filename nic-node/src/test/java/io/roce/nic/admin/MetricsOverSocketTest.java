package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.Await;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.stats.Fate;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;

import java.net.InetSocketAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a scraper is told of a node that has taken packets, beside what the ledger tells. */
@Timeout(60)
class MetricsOverSocketTest
{
    private static final String HOST = "127.20.41.2";
    private static final String SENDER = "127.20.41.3";
    private static final int FIRST_QPN = 0x100;

    @Test
    void shouldTellOfEachFateAndLaneWhatTheLedgerTells() throws Exception
    {
        final NicNodeConfig config = new NicNodeConfig()
            .bind(new InetSocketAddress(HOST, 0))
            .admin(new InetSocketAddress(HOST, 0))
            .qpns(FIRST_QPN, 0x1FF)
            .maxQps(64)
            .lanes(new LanesConfig(2, LaneSteering.OFF));
        try (NicNode node = NicNode.open(config);
            DatagramSender sender = DatagramSender.open(new InetSocketAddress(SENDER, 0)))
        {
            send(sender, node, FIRST_QPN, 3);
            send(sender, node, 0x1FE, 4);
            send(sender, node, FIRST_QPN - 1, 2);
            final AdminClient client = new AdminClient()
            {
                @Override
                InetSocketAddress address()
                {
                    return node.adminAddress();
                }
            };
            final JsonNode ledger = Await.until(
                () -> client.get("/v1/ledger").json(),
                json -> json.path("received").asLong() == 9 && json.path("held").asLong() == 0);
            final Scrape scrape = Scrape.of(node.adminAddress());

            assertEquals(9, scrape.value("roce_datagrams_received_total"));
            assertEquals(7, scrape.value("roce_datagrams_total{drop=\"true\",fate=\"QPN_UNALLOCATED\"}"));
            assertEquals(2, scrape.value("roce_datagrams_total{drop=\"true\",fate=\"QPN_OUT_OF_RANGE\"}"));
            assertEquals(Fate.values().length, ledger.path("fates").size());
            for (final JsonNode each : ledger.path("fates"))
            {
                final Fate fate = Fate.valueOf(each.path("fate").asText());
                assertEquals(
                    each.path("count").asDouble(),
                    scrape.value("roce_datagrams_total{drop=\"%s\",fate=\"%s\"}".formatted(fate.isDrop(), fate)));
            }
            for (int i = 0; i < 2; i++)
            {
                final JsonNode lane = ledger.path("lanes").get(i);
                final String label = "{lane=\"" + i + "\"}";
                assertEquals(lane.path("received").asDouble(), scrape.value("roce_lane_received_total" + label));
                assertEquals(lane.path("handed_over").asDouble(), scrape.value("roce_lane_handed_over_total" + label));
                assertEquals(lane.path("taken_over").asDouble(), scrape.value("roce_lane_taken_over_total" + label));
                assertEquals(lane.path("decided").asDouble(), scrape.value("roce_lane_decided_total" + label));
            }
            assertEquals(9, scrape.sum("roce_lane_decided_total"));
            assertEquals(2, scrape.values().keySet().stream()
                .filter(series -> series.startsWith("roce_lane_cpu_seconds_total{")).count());
        }
    }

    private static void send(final DatagramSender sender, final NicNode node, final int qpn, final int count)
        throws Exception
    {
        final byte[] bytes = Packets.bytes(
            Packets.builder(Opcode.RC_SEND_ONLY, qpn), sender.localAddress(), node.udpAddress());
        for (int i = 0; i < count; i++)
        {
            sender.send(bytes, 0, bytes.length, node.udpAddress());
        }
    }
}
