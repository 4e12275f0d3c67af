package io.roce.tools.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code roce node --lanes} in a process of its own, asked by HTTP and met by packets. */
final class NodeLanesTest
{
    private static final String HOST = "127.40.6.1";
    private static final String SENDER = "127.40.6.2";

    /** Of 256 numbers each lane has a half. */
    private static final int FIRST = 0x100;
    private static final int SECOND = 0x180;

    private NodeProcess process;
    private AdminClient admin;
    private String ready;

    @AfterEach
    void end()
    {
        if (process != null)
        {
            process.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "off"})
    void shouldCountAllThatCameInTheLaneThatHasTheNumber(final String steering) throws IOException
    {
        start("--steering", steering);
        assertTrue(ready.endsWith(" lanes=2"), ready);
        assertEquals(2, get("/v1/node").path("lanes").asInt());
        // The third has room for no batch of this size: it is spread.
        assertEquals(100, create(100).size());
        assertEquals(100, create(100).size());
        final List<Integer> spread = create(56);
        assertTrue(spread.stream().anyMatch(qpn -> qpn < SECOND) && spread.stream().anyMatch(qpn -> qpn >= SECOND));
        request("DELETE", "/v1/qps/" + FIRST);
        request("DELETE", "/v1/qps/" + (SECOND + 1));

        for (int i = 0; i < 8; i++)
        {
            send("0x100..0x1ff", "RC_SEND_ONLY");
        }

        final JsonNode ledger = get("/v1/ledger");
        assertEquals(8 * 256, ledger.path("received").asLong());
        assertEquals(8 * 254, count(ledger, "QP_STATE_RESET"));
        assertEquals(16, count(ledger, "QPN_QUARANTINED"));
        assertTrue(ledger.path("balanced").asBoolean());
        assertEquals(0, ledger.path("held").asLong());
        final JsonNode lanes = ledger.path("lanes");
        assertEquals(2, lanes.size());
        long handedOver = 0;
        for (final JsonNode lane : lanes)
        {
            assertEquals(8 * 128, lane.path("decided").asLong());
            assertEquals(
                8 * 128,
                lane.path("received").asLong() - lane.path("handed_over").asLong() +
                    lane.path("taken_over").asLong());
            handedOver += lane.path("handed_over").asLong();
        }
        // Each run has a source port of its own, which the system draws the lane of, and numbers of both.
        assertEquals(get("/v1/node").path("steered").asBoolean() ? 0 : 8 * 128, handedOver);
    }

    @Test
    void shouldCreateAllOrNone() throws IOException
    {
        start();
        create(100);
        create(90);

        final AdminException refused = assertThrows(AdminException.class, () -> create(67));

        assertEquals("TABLE_FULL", refused.code());
        assertEquals(190, get("/v1/table").path("live").asInt());
        assertEquals(0, get("/v1/table").path("quarantined").asInt());
        final AdminException row = assertThrows(
            AdminException.class, () -> post("/v1/qps", "{'type':'RC','count':39,'contiguous':true}"));
        assertEquals("TABLE_FULL", row.code());
        assertTrue(row.getMessage().contains("39 numbers in a row are one lane's"), row.getMessage());
        assertEquals(66, create(66).size());
    }

    @Test
    void shouldListWhatIsInBothLanesInOneOrder() throws IOException
    {
        start();
        for (int i = 0; i < 6; i++)
        {
            create(1);
        }

        assertEquals(
            List.of(FIRST, FIRST + 1, FIRST + 2, SECOND, SECOND + 1, SECOND + 2), qpns(get("/v1/qps").path("qps")));
        final JsonNode part = get("/v1/qps?limit=4");
        assertEquals(SECOND, part.path("next").asInt());
        assertEquals(List.of(SECOND + 1, SECOND + 2), qpns(get("/v1/qps?after=" + SECOND).path("qps")));
        assertEquals(SECOND, get("/v1/qps/" + SECOND).path("qpn").asInt());
        final JsonNode map = get("/v1/table/cells?grain=128");
        assertEquals(2, map.path("cells").size());
        assertEquals(3, map.path("cells").path(1).path("live").asInt());
        assertEquals(2, get("/v1/usage").path("lanes").size());
    }

    /** Drops of both lanes are one list, numbered in the order in which they happened. */
    @Test
    void shouldTellWhyPacketsOfBothLanesWereDropped() throws IOException
    {
        start();
        send("0x17e..0x181", "RC_SEND_ONLY");
        send("0x180..0x181", "RC_SEND_ONLY");

        final JsonNode drops = get("/v1/drops?limit=4");

        assertEquals(6, drops.path("dropped").asInt());
        assertEquals(
            List.of(1, 2, 3, 4), ints(drops.path("drops"), "number"));
        final JsonNode rest = get("/v1/drops?after=" + drops.path("next").asInt());
        assertEquals(List.of(5, 6), ints(rest.path("drops"), "number"));
        assertEquals(List.of(0x180, 0x181), ints(rest.path("drops"), "dest_qp"));
        assertEquals(List.of(6), ints(get("/v1/drops?last=1").path("drops"), "number"));
        send("0x100..0x100", "RC_SEND_ONLY");
        assertEquals(List.of(7), ints(get("/v1/drops?after=6").path("drops"), "number"));
    }

    @Test
    void shouldHaveFaultRulesInBothLanes() throws IOException
    {
        start();

        request("PUT", "/v1/faults", "{'rules':['in:drop:count=1'],'seed':7}");
        send("0x100..0x1ff", "RC_SEND_ONLY");

        final JsonNode faults = get("/v1/faults");
        assertEquals(7, faults.path("seed").asInt());
        assertEquals(256, faults.path("rules").path(0).path("seen").asInt());
        // One in each lane.
        assertEquals(2, faults.path("rules").path(0).path("matched").asInt());
        assertEquals(2, count(get("/v1/ledger"), "FAULT_DROPPED"));
    }

    /** A completion queue is the node's: it is waited at for what a queue pair of the second lane completes. */
    @Test
    void shouldWorkWithQueuePairsOfBothLanes() throws IOException
    {
        start();
        final int pd = post("/v1/pds", "{}").path("pd").asInt();
        final int cq = post("/v1/cqs", "{'cqe':16}").path("cq").asInt();
        final String init = "{'type':'UD','qpn':%d,'pd':%d,'send_cq':%d,'recv_cq':%d}";
        for (final int qpn : new int[]{FIRST, SECOND})
        {
            post("/v1/qps", init.formatted(qpn, pd, cq, cq));
            request(
                "PATCH", "/v1/qps/" + qpn, "{'state':'INIT','pkey_index':0,'port_num':1,'qkey':1}");
            post("/v1/qps/" + qpn + "/recv", "{'wr_id':%d}".formatted(qpn));
        }
        assertEquals(2, get("/v1/pds/" + pd).path("qps").asInt());
        assertEquals(4, get("/v1/cqs/" + cq).path("work_queues").asInt());
        assertEquals(
            "IN_USE", assertThrows(AdminException.class, () -> request("DELETE", "/v1/pds/" + pd)).code());

        final List<Long> polled = new ArrayList<>();
        for (final int qpn : new int[]{SECOND, FIRST})
        {
            request("PATCH", "/v1/qps/" + qpn, "{'state':'ERR'}");
            final JsonNode completions =
                post("/v1/cqs/" + cq + "/poll", "{'timeout_ms':5000}").path("completions");
            completions.forEach(completion -> polled.add(completion.path("wr_id").asLong()));
        }
        assertEquals(List.of((long)SECOND, (long)FIRST), polled);
        request("DELETE", "/v1/qps/" + FIRST);
        request("DELETE", "/v1/qps/" + SECOND);
        request("DELETE", "/v1/pds/" + pd);
        request("DELETE", "/v1/cqs/" + cq);
    }

    /** Ended in the middle of a flood, and there again with the same addresses. */
    @Test
    void shouldEndAndComeBack() throws IOException
    {
        for (int i = 0; i < 3; i++)
        {
            start("--lanes", "4");
            create(10);
            final Thread flood = new Thread(() -> CommandRun.of(
                "send", "--to", HOST, "--node", "none", "--from", SENDER, "--opcode", "RC_SEND_ONLY", "--psn", "1",
                "--dest-qp", "0x100..0x1ff", "--count", "200"));
            flood.start();
            assertTrue(get("/v1/ledger").path("balanced").asBoolean());
            process.close();
            join(flood);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "--lanes 0; 0 is out of range: 1 to 16",
        "--lanes 17; 17 is out of range: 1 to 16",
        "--lanes two; 'two' is not a number",
        "--steering maybe; auto, off",
        "--lanes 16 --qpns 0x100-0x101; lanes is 16, more than the 2 numbers that they would share",
        "--lanes 2 --ingress lo; lanes must be 1 where one event loop takes what a capture shows",
    })
    void shouldRefuseWhatLanesCannotBe(final String options, final String said)
    {
        final List<String> args = new ArrayList<>(List.of("node", "--bind", HOST));
        args.addAll(List.of(options.split(" ")));

        final CommandRun run = CommandRun.of(args.toArray(String[]::new));

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains(said), run.err());
        assertEquals("", run.out());
    }

    @Test
    void shouldRefuseToRecordForSeveralLanes(@TempDir final Path folder)
    {
        final Path file = folder.resolve("all.pcapng");

        final CommandRun run =
            CommandRun.of("node", "--bind", HOST, "--lanes", "2", "--record", file.toString());

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains("lanes must be 1 where"), run.err());
        assertFalse(file.toFile().exists());
    }

    private void start(final String... options) throws IOException
    {
        final List<String> all = new ArrayList<>(
            List.of("--bind", HOST, "--qpns", "0x100-0x1ff", "--quarantine", "1h"));
        if (!List.of(options).contains("--lanes"))
        {
            all.addAll(List.of("--lanes", "2"));
        }
        all.addAll(List.of(options));
        process = NodeProcess.start(HOST, all);
        ready = process.awaitReady();
        admin = new AdminClient(new InetSocketAddress(HOST, 4791));
    }

    private static void send(final String destQps, final String opcode)
    {
        final CommandRun run = CommandRun.of(
            "send", "--to", HOST, "--from", SENDER, "--opcode", opcode, "--psn", "1", "--dest-qp", destQps);
        assertEquals(0, run.status(), run.err());
    }

    private List<Integer> create(final int count) throws IOException
    {
        final List<Integer> qpns = qpns(post("/v1/qps", "{'type':'RC','count':%d}".formatted(count)).path("qps"));
        assertEquals(count, new HashSet<>(qpns).size());
        return qpns;
    }

    private JsonNode get(final String path)
    {
        return admin.request("GET", path, null);
    }

    private JsonNode post(final String path, final String body) throws IOException
    {
        return request("POST", path, body);
    }

    private JsonNode request(final String method, final String path)
    {
        return admin.request(method, path, null);
    }

    private JsonNode request(final String method, final String path, final String body) throws IOException
    {
        return admin.request(
            method, path, Json.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static long count(final JsonNode ledger, final String fate)
    {
        return StreamSupport.stream(ledger.path("fates").spliterator(), false)
            .filter(one -> one.path("fate").asText().equals(fate))
            .findFirst().orElseThrow().path("count").asLong();
    }

    private static List<Integer> qpns(final JsonNode qps)
    {
        return ints(qps, "qpn");
    }

    private static List<Integer> ints(final JsonNode array, final String field)
    {
        return IntStream.range(0, array.size()).mapToObj(i -> array.path(i).path(field).asInt()).toList();
    }

    private static void join(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
