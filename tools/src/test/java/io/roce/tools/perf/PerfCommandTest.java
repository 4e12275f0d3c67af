package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ends in one process. Nothing here asserts a speed. */
@Timeout(120)
class PerfCommandTest
{
    private static final String HERE = "127.96.0.1";
    private static final String THERE = "127.96.0.2";
    private static final int MESSAGES = 30;

    /** Messages of several packets but for UD, and places that are used again and again. */
    @ParameterizedTest
    @CsvSource({
        "write,  RC, 10000, 2",
        "write,  UC, 10000, 1",
        "read,   RC, 10000, 2",
        "send,   RC, 10000, 2",
        "send,   UC, 10000, 1",
        "send,   UD,  1000, 2",
        "atomic, RC,     8, 3"
    })
    void shouldMeasureEveryOperation(
        final String op, final String connection, final int size, final int qps) throws IOException
    {
        final JsonNode report = measure(
            op, "-c", connection, "-s", "" + size, "-q", "" + qps, "-n", "" + MESSAGES, "-t", "4", "--verify");

        assertEquals(op, report.path("op").asText());
        assertEquals(connection, report.path("connection").asText());
        assertEquals(HERE, report.path("from").asText());
        assertEquals(THERE, report.path("to").asText());
        assertTrue(List.of("mmsg", "epoll", "nio").contains(report.path("link").asText()), report::toString);
        assertTrue(report.path("complete").asBoolean());
        assertEquals(2, report.path("phases").size());
        final JsonNode bandwidth = report.path("phases").get(0);
        final JsonNode latency = report.path("phases").get(1);
        assertEquals("bw", bandwidth.path("test").asText());
        assertEquals("lat", latency.path("test").asText());

        assertEquals(MESSAGES * qps, bandwidth.path("messages").asLong());
        assertEquals((long)MESSAGES * qps * size, bandwidth.path("bytes").asLong());
        assertEquals(MESSAGES, latency.path("messages").asLong());
        assertEquals(
            MESSAGES - latency.path("unanswered").asLong(), latency.path("latency_us").path("count").asLong());
        if ("RC".equals(connection))
        {
            assertEquals(0, latency.path("unanswered").asLong());
        }
        assertMonotonic(latency.path("latency_us"));
        for (final JsonNode phase : report.path("phases"))
        {
            assertEquals(size, phase.path("size").asInt());
            assertTrue(phase.path("verified").path("checked").asLong() > 0, phase::toString);
            assertEquals(0, phase.path("verified").path("wrong").asLong(), phase::toString);
            assertEquals(0, phase.path("accounts").path("here").path("send_failures").asLong());
            assertTrue(phase.path("accounts").path("there").path("received").asLong() >= MESSAGES, phase::toString);
        }
    }

    /** Of 10 packets the 4th is lost on its way: the 6 behind it are dropped, and 7 are sent again. */
    @Test
    void shouldShowWhatWasSentAgain() throws IOException
    {
        final JsonNode phase = bandwidth(measure(
            "send", "--bw", "-s", "10240", "-m", "1024", "-n", "3", "-t", "1", "--fault", "out:drop:nth=4"));

        final JsonNode there = phase.path("accounts").path("there").path("fates");
        assertEquals(3, phase.path("messages").asInt());
        assertEquals(30, there.path("REQUEST_EXECUTED").asInt());
        assertEquals(1, there.path("NAK_PSN_SEQUENCE").asInt());
        assertEquals(5, there.path("PSN_AHEAD_DROPPED").asInt());
        assertEquals(1, phase.path("accounts").path("here").path("fates").path("RESPONSE_NAK_PSN_SEQUENCE").asInt());
        // 36 packets left where 30 would have done, and a NAK came back beside 3 acknowledgements.
        assertEquals(7, phase.path("extra_packets").asInt());
    }

    @Test
    void shouldShowWhatIsLostWhereNothingIsSentAgain() throws IOException
    {
        for (final String connection : List.of("UC", "UD"))
        {
            final JsonNode phase = bandwidth(measure(
                "send", "-c", connection, "--bw", "-s", "100", "-n", "20", "-t", "1", "--fault", "out:drop:nth=2"));

            assertEquals(20, phase.path("messages").asInt());
            assertEquals(0.05, phase.path("lost_part").asDouble(), phase::toString);
            assertEquals(
                19, phase.path("accounts").path("there").path("fates").path("REQUEST_EXECUTED").asInt());
        }
    }

    @Test
    void shouldGoOnWhenAMessageIsNotAnswered() throws IOException
    {
        for (final String op : List.of("send", "write"))
        {
            final JsonNode phase = measure(
                op, "-c", "UC", "--lat", "-s", "9", "-n", "20", "--verify", "--fault", "in:drop:nth=3")
                .path("phases").get(0);

            assertEquals(20, phase.path("messages").asInt());
            assertTrue(phase.path("unanswered").asInt() >= 1, phase::toString);
            assertEquals(
                20 - phase.path("unanswered").asInt(), phase.path("latency_us").path("count").asInt());
            assertEquals(0, phase.path("verified").path("wrong").asInt());
        }
    }

    /** One receive for a burst of 16 messages. */
    @Test
    void shouldShowThatReceivesWereMissing() throws IOException
    {
        final JsonNode phase = bandwidth(measure("send", "--bw", "-s", "10", "-n", "64", "-t", "16", "-r", "1"));

        assertEquals(64, phase.path("messages").asInt());
        assertTrue(phase.path("rnr_naks").asInt() > 0, phase::toString);
    }

    @Test
    void shouldCountAPacketThatIsDroppedWhereItArrives() throws IOException
    {
        final JsonNode phase = bandwidth(measure(
            "read", "--bw", "-s", "10240", "-m", "1024", "-n", "2", "-t", "1", "--fault", "in:drop:nth=4"));

        assertEquals(
            1, phase.path("accounts").path("here").path("fates").path("FAULT_DROPPED").asInt(), phase::toString);
        assertEquals(1, phase.path("lost_packets").asInt(), phase::toString);
        assertTrue(phase.path("extra_packets").asInt() > 0);
    }

    @Test
    void shouldEndAfterTheTimeThatItIsGiven() throws IOException
    {
        final JsonNode phases = measure("read", "-s", "64", "-D", "100ms", "-e").path("phases");
        assertEquals(2, phases.size());
        for (final JsonNode phase : phases)
        {
            assertTrue(phase.path("elapsed_ns").asLong() >= 100_000_000, phase::toString);
            assertTrue(phase.path("messages").asLong() > 0);
            assertFalse(phase.path("cut").asBoolean());
        }
    }

    @Test
    void shouldMeasureEverySize() throws IOException
    {
        final JsonNode phases = measure("send", "-c", "UD", "-m", "256", "-a", "-n", "5", "-I", "64").path("phases");
        final List<String> sizes = new ArrayList<>();
        phases.forEach(phase -> sizes.add(phase.path("test").asText() + phase.path("size").asInt()));
        assertEquals(
            List.of("bw2", "bw4", "bw8", "bw16", "bw32", "bw64", "bw128", "bw256",
                "lat2", "lat4", "lat8", "lat16", "lat32", "lat64", "lat128", "lat256"),
            sizes);
    }

    @Test
    void shouldTellPeople()
    {
        final CommandRun run = CommandRun.of(
            "perf", "write", "--bind", HERE, "--loopback", THERE, "-n", "10", "-s", "64", "--verify", "-u", "19",
            "--warm-up", "10ms");
        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(0).startsWith("RDMA WRITE over RC from " + HERE + " to " + THERE + ", MTU "), run.out());
        assertTrue(lines.get(2).startsWith("BYTES  DEPTH  MESSAGES  SECONDS "), run.out());
        assertTrue(lines.get(3).matches(" +64 +128 +10 +.*"), run.out());
        assertEquals("latency in us, half a round trip", lines.get(5));
        assertTrue(lines.get(7).matches(" +64 +10 +.*"), run.out());
        assertTrue(run.out().contains("messages where they arrived: all as they were sent"), run.out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "write                              | Missing required option: '--ib-dev=ADDR[:PORT][,ADDR...]'",
        "write --bind 127.96.0.1 --loopback | --loopback needs ADDR, the address of the other end",
        "write --bind 127.96.0.1 -s 4 -a    | --size and --all are mutually exclusive (specify only one)",
        "write --bind 127.96.0.1 -n 4 -D 1s | --iters and --duration are mutually exclusive (specify only one)",
        "read --bind 127.96.0.1 -c UC       | --connection is UC: RDMA READ goes over RC",
        "send --bind 127.96.0.1 -c UD -s 8k | --size is 8192, and a UD message is one packet: at most the MTU, 4096",
        "write --bind 127.96.0.1 -q 0       | --qp is 0, outside 1 to 1024",
        "write --bind 127.96.0.1 -p 0       | Invalid value for option '--port': 0 is out of range: 1 to 65535"
    })
    void shouldRefuseWrongUse(final String args, final String sentence)
    {
        final CommandRun run = CommandRun.of(("perf " + args).split(" +"));
        assertEquals(2, run.status());
        assertEquals("roce: " + sentence, run.err().lines().findFirst().orElseThrow());
        assertEquals("", run.out());
    }

    private static JsonNode bandwidth(final JsonNode report)
    {
        assertEquals(1, report.path("phases").size());
        return report.path("phases").get(0);
    }

    private static void assertMonotonic(final JsonNode latency)
    {
        final List<Double> values = new ArrayList<>();
        for (final String field : List.of("min", "p50", "p90", "p99", "p99_9", "p99_99", "max"))
        {
            assertTrue(latency.path(field).isNumber(), latency::toString);
            values.add(latency.path(field).asDouble());
        }
        assertEquals(values.stream().sorted().toList(), values);
        assertTrue(values.get(0) > 0);
    }

    /** With both ends here, no warm-up, and time for a processor that others want too. */
    private static JsonNode measure(final String... args) throws IOException
    {
        final List<String> all = new ArrayList<>(List.of("perf"));
        all.addAll(List.of(args));
        all.addAll(List.of("--bind", HERE, "--loopback", THERE, "--warm-up", "0", "-u", "19", "--json"));
        final CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertEquals("", run.err());
        assertEquals(0, run.status(), run.out());
        return run.json();
    }
}
