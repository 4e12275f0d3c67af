package io.roce.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.UdpLink;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command on counts that take no time: what is measured is not asked about, what is said of it is. */
@Timeout(180)
@Tag("long")
class BenchCommandTest
{
    private static final String BASE = "127.40.24.1";
    private static final String[] TINY = {"--quick", "--rounds", "1", "--packets", "128", "--warm-up", "256"};

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bench|nonsense|'nonsense' is not available, only receive, lanes, path, icrc",
        "bench|--rounds=0|0 is out of range: 1 to 1000",
        "bench|--rounds=1001|1001 is out of range: 1 to 1000",
        "bench|--rounds=x|'x' is not a number",
        "bench|--packets=63|63 is out of range: 64 to 40000000",
        "bench|--warm-up=-1|-1 is out of range: 0 to 40000000",
        "bench|--link=auto|'auto' is not available, only mmsg, epoll, nio",
        "bench|--link=nio,carrier|'carrier' is not available",
        "bench|--time=500ms|--time is 1s to 24h: 500ms",
        "bench|--base=10.0.0.1|--base is an IPv4 loopback address with seven more behind it",
        "bench|--base=::1|--base is an IPv4 loopback address with seven more behind it",
        "bench|--base=127.0.0.250|--base is an IPv4 loopback address with seven more behind it",
    })
    void shouldRefuseWhatItCannotDo(final String command, final String option, final String sentence)
    {
        final CommandRun run = CommandRun.of(command, option);

        assertEquals(2, run.status(), run.err());
        assertTrue(run.err().contains(sentence), run.err());
        assertEquals("", run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "/nowhere/cc", "no-such-compiler"})
    void shouldMeasureOursAloneWithoutACompiler(final String compiler) throws IOException
    {
        final CommandRun run = run("icrc", "--cc", compiler, "--json");

        assertEquals(0, run.status(), run.err());
        final JsonNode part = run.json().path("parts").path(0);
        assertEquals(2, part.path("figures").size());
        part.path("figures").forEach(figure ->
        {
            assertTrue(figure.path("ours").path("median").asDouble() >= 0, figure.toString());
            assertTrue(figure.path("ratio").isNull(), figure.toString());
            assertTrue(figure.path("reached").isNull(), figure.toString());
        });
        final String expected = compiler.equals("none") ?
            "nothing is compared with C, as was asked for." : "no C compiler is found (" + compiler + "; ";
        assertTrue(part.path("notes").path(0).asText().startsWith(expected), part.path("notes").toString());
    }

    @Test
    void shouldSayInWordsWhatTheFiguresAre()
    {
        final CommandRun run = run("path", "icrc", "--cc", "none");

        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(0).startsWith("roce 0.1.0, Java "), run.out());
        assertTrue(lines.get(0).contains("rounds 1, packets 128, warm-up 256"), run.out());
        assertTrue(lines.get(1).startsWith("These figures are rough: "), run.out());
        assertTrue(run.out().contains("== path: "), run.out());
        assertTrue(run.out().contains("64 B, 1,024 live, cache model off "), run.out());
        assertTrue(run.out().contains(" at most 1.70 "), run.out());
        assertEquals(2, lines.stream().filter(line -> line.startsWith("limit: ")).count(), run.out());
        assertTrue(lines.get(lines.size() - 1).startsWith("load average at the end "), run.out());
        assertEquals("", run.err());
    }

    @Test
    void shouldDrawWhatAPacketCostsOverLiveQueuePairs(@TempDir final Path folder) throws IOException
    {
        final Path plots = folder.resolve("plots");

        assertEquals(0, run("path", "--cc", "none", "--plots", plots.toString()).status());
        final String svg = Files.readString(plots.resolve("cpu-over-live-qps.svg"));
        // Up to 1,024 live at so few packets: three points of each of three series, and a mark in the legend.
        assertEquals(4, svg.split("<circle ", -1).length - 1, svg);
        assertTrue(svg.contains("cache model off"), svg);

        final CommandRun again = run("path", "--cc", "none", "--plots", plots.toString());
        assertEquals(1, again.status(), again.err());
        assertTrue(again.err().contains("is not empty"), again.err());
    }

    @Test
    void shouldLoadANodeForAWhile(@TempDir final Path folder) throws Exception
    {
        final JsonNode json = inAProcess(folder, "soak", "--link", "nio", "--time", "1s");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        final JsonNode received = json.path("parts").path(0).path("figures").path(0);
        assertEquals("nio: packets received", received.path("figure").asText());
        assertTrue(received.path("ours").path("median").asDouble() >= 128, received.toString());
    }

    @Test
    void shouldMeasureEachPartOnceInTheOrderOfTheList() throws IOException
    {
        final JsonNode json = run("create", "lookup", "create", "--json").json();

        assertEquals(
            List.of("lookup", "create"),
            StreamSupport.stream(json.path("parts").spliterator(), false)
                .map(part -> part.path("part").asText()).toList());
        assertEquals(1, json.path("rounds").asInt());
        assertEquals(128, json.path("packets").asInt());
        assertEquals(256, json.path("warm_up").asInt());
        assertTrue(json.path("quick").asBoolean());
        assertTrue(json.path("rough").asBoolean());
        assertTrue(json.path("ok").asBoolean());
        for (final String field : List.of("version", "java", "processors", "pinning", "links", "load_at_start",
            "load_at_end"))
        {
            assertNotNull(json.get(field), field);
        }
        final JsonNode figure = json.path("parts").path(0).path("figures").path(0);
        assertEquals("1,024 live, two levels", figure.path("figure").asText());
        assertEquals("ns", figure.path("unit").asText());
        assertEquals("flat", figure.path("beside").asText());
        for (final String side : List.of("ours", "others", "ratio"))
        {
            final JsonNode spread = figure.path(side);
            assertTrue(spread.path("lowest").asDouble() <= spread.path("median").asDouble(), spread.toString());
            assertTrue(spread.path("median").asDouble() <= spread.path("highest").asDouble(), spread.toString());
        }
    }

    @Test
    void shouldReceiveWithEveryLinkAndAccountForAllOfIt(@TempDir final Path folder) throws Exception
    {
        final JsonNode json = inAProcess(folder, "receive", "--link", "epoll,nio,mmsg");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        final JsonNode part = json.path("parts").path(0);
        final Set<String> who = StreamSupport.stream(part.path("details").spliterator(), false)
            .map(detail -> detail.path("who").asText())
            .collect(Collectors.toSet());
        assertTrue(who.containsAll(Set.of("mmsg", "epoll", "nio")), who.toString());
        assertEquals(isCompared(CProgram.RECEIVE), who.contains("C recvmmsg, GRO"), who.toString());
        // 128 packets of 64 bytes leave in two pieces: two calls at the most bring some, and each is followed by none.
        final JsonNode calls = detail(part, "good, 64 B, flooded in pieces", "mmsg", "calls/1,000");
        assertTrue(calls.path("median").asDouble() > 0, part.toString());
    }

    @Test
    void shouldSendItselfWithoutACompiler(@TempDir final Path folder) throws Exception
    {
        final JsonNode json = inAProcess(folder, "receive", "--link", "nio", "--cc", "none");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        json.path("parts").path(0).path("figures").forEach(
            figure -> assertTrue(figure.path("ratio").isNull(), figure.toString()));
    }

    @Test
    void shouldMeasureTwoLanesBesideOne(@TempDir final Path folder) throws Exception
    {
        final JsonNode json = inAProcess(folder, "lanes");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        final JsonNode part = json.path("parts").path(0);
        assertEquals(4, part.path("figures").size());
        part.path("figures").forEach(figure ->
            assertEquals("one lane", figure.path("beside").asText(), figure.toString()));
        // Two senders, one for the numbers of each lane.
        final JsonNode second =
            detail(part, "one by one", "two, handed over", "decided by the second lane so far %");
        assertEquals(50, second.path("median").asDouble(), 10);
    }

    @Test
    void shouldMeasureBetweenTwoNodes(@TempDir final Path folder) throws Exception
    {
        final JsonNode json = inAProcess(folder, "write", "read", "latency");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        assertEquals(3, json.path("parts").size());
        json.path("parts").forEach(part ->
            assertTrue(part.path("figures").path(0).path("ours").path("median").asDouble() > 0, part.toString()));
        assertEquals(
            isCompared(CProgram.BULK), !json.path("parts").path(0).path("figures").path(0).path("ratio").isNull());
    }

    @Test
    void shouldTransmit(@TempDir final Path folder) throws Exception
    {
        assumeTrue(isMmsg(), "link mmsg does not work on this machine");
        final JsonNode json = inAProcess(folder, "transmit");

        assertTrue(json.path("ok").asBoolean(), json.toString());
        assertEquals(4, json.path("parts").path(0).path("figures").size());
    }

    @Test
    void shouldFailWithASentenceWhenAnAddressIsTaken(@TempDir final Path folder) throws Exception
    {
        try (RoceProcess node = new RoceProcess(folder, "node", "--bind", "127.40.24.30"))
        {
            node.awaitLine("ready ");
            final CommandRun run = CommandRun.of(
                "bench", "receive", "--link", "nio", "--cc", "none", "--packets", "64", "--rounds", "1",
                "--base", "127.40.24.30");

            assertEquals(1, run.status(), run.err());
            assertTrue(run.out().contains("FAILED: not measured: the node 127.40.24.30 did not start: "), run.out());
            assertFalse(run.out().contains("Exception"), run.out());
        }
    }

    private static CommandRun run(final String... arguments)
    {
        return CommandRun.of(command(arguments).toArray(String[]::new));
    }

    /** Its nodes are started as it was, which a test in this virtual machine was not. */
    private static JsonNode inAProcess(final Path folder, final String... arguments) throws Exception
    {
        final List<String> command = command(arguments);
        command.add("--json");
        try (RoceProcess bench = new RoceProcess(folder, command.toArray(String[]::new)))
        {
            final String out = String.join("\n", bench.rest());
            final int status = bench.awaitExit();
            assertEquals("", bench.err());
            assertEquals(0, status, out);
            return Json.parse(out.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<String> command(final String... arguments)
    {
        final List<String> command = new ArrayList<>(List.of("bench"));
        command.addAll(List.of(arguments));
        command.addAll(List.of(TINY));
        command.addAll(List.of("--base", BASE));
        return command;
    }

    private static JsonNode detail(final JsonNode part, final String what, final String who, final String value)
    {
        return StreamSupport.stream(part.path("details").spliterator(), false)
            .filter(detail -> detail.path("figure").asText().equals(what))
            .filter(detail -> detail.path("who").asText().equals(who))
            .filter(detail -> detail.path("value").asText().equals(value))
            .findFirst()
            .orElseThrow(() -> new AssertionError(part.toString()))
            .path("spread");
    }

    private static boolean isCompared(final CProgram program) throws IOException
    {
        try (CPrograms programs = new CPrograms(null, System.getenv("PATH")))
        {
            return programs.absence(program) == null;
        }
    }

    private static boolean isMmsg()
    {
        try
        {
            UdpLink.resolve(LinkKind.MMSG);
            return true;
        }
        catch (final IllegalArgumentException e)
        {
            return false;
        }
    }
}
