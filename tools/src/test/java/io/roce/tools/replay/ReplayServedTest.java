package io.roce.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerReading;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording replayed to a queue pair that answers. In {@code rnr_nak.pcap} a SEND finds no receive, and comes 20
 * times: the odd frames; all have PSN 256, go to 0x42 at 10.91.0.3 and are answered from there to 0x43 at 10.91.0.2.
 */
@Timeout(120)
class ReplayServedTest
{
    private static final int ROCE_PORT = 4791;
    private static final int PSN = 256;
    private static final int SENDS = 20;
    private static final int PATH_MTU = 1024;
    /** The answers' queue pair, which there is not at the client. */
    private static final int NOBODY = 0x9999;

    @TempDir
    private Path folder;

    @Test
    void shouldNotTakeTheFateOfAnAnswerForThatOfAFrame() throws IOException
    {
        try (TwoNodes nodes = new TwoNodes("127.40.5.", ROCE_PORT))
        {
            final AdminClient server = new AdminClient(nodes.server().adminAddress());
            final InetSocketAddress client = nodes.client().udpAddress();
            try (OwnedQps owned = new OwnedQps(server, server.ports().of(nodes.server().udpAddress())))
            {
                final int qpn = served(server);
                owned.bringUp(
                    qpn,
                    new QpPlan(QpType.RC, client.getAddress(), NOBODY, PSN, 0, 0, PATH_MTU),
                    QpState.RTS);

                final CommandRun run = nodes.run(
                    "rnr_nak.pcap", "--provision", "--map-qp", "10.91.0.3/0x42=" + qpn, "--json", "--expect", fates());

                assertEquals(0, run.status(), run.err() + run.out());
                assertEquals(2 * SENDS, run.json().path("compared").asInt());
                final LedgerReading atClient = TwoNodes.ledger(nodes.client());
                assertEquals(SENDS, atClient.count("QPN_UNALLOCATED"), "one answer for each SEND");
                assertEquals(SENDS, atClient.count("DELIVERED_RESPONSE"));
                assertFalse(run.out().contains("not clear"), run.out());
            }
        }
    }

    private String fates() throws IOException
    {
        final List<String> lines = new ArrayList<>();
        for (int frame = 1; frame <= 2 * SENDS; frame++)
        {
            lines.add(frame + (frame % 2 == 1 ? " RNR_NAK" : " DELIVERED_RESPONSE"));
        }
        return Files.write(folder.resolve("fates.txt"), lines).toString();
    }

    private static int served(final AdminClient node)
    {
        final int pd = node.request("POST", "/v1/pds", Json.object()).path("pd").asInt();
        final int cq = node.request("POST", "/v1/cqs", Json.object().put("cqe", 16)).path("cq").asInt();
        return node.request(
            "POST",
            "/v1/qps",
            Json.object().put("type", "RC").put("pd", pd).put("send_cq", cq).put("recv_cq", cq))
            .path("qps").path(0).path("qpn").asInt();
    }
}
