package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Json;
import io.roce.tools.ledger.LedgerReading;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ends that are not of one mind, or one of which is not there any more. */
@Timeout(180)
class PerfEndsTest
{
    private static final String HERE = "127.96.0.3";
    private static final String THERE = "127.96.0.4";
    private static final String PORT = "18516";

    /** Of an end whose next line stands behind it. */
    private static final String GREETING = "{\"roce_perf\": 1, \"end\": {\"gid\": \"127.96.0.4\", \"addr\": 0, " +
        "\"rkey\": 1, \"length\": 999999}} then ";

    @TempDir
    private Path folder;

    @Test
    void shouldMeasureBetweenTwoProcesses() throws Exception
    {
        try (RoceProcess waiting = new RoceProcess(folder, "perf", "send", "--bind", THERE, "-n", "40", "--verify"))
        {
            assertTrue(waiting.awaitLine("ready ").startsWith(
                "ready tcp=" + THERE + ":18516 udp=" + THERE + ":4791 link="));

            final CommandRun run = CommandRun.of(
                "perf", "send", "--bind", HERE, THERE, "-n", "40", "--verify", "--warm-up", "0", "-u", "19", "--json");

            assertEquals("", run.err());
            assertEquals(0, run.status());
            assertEquals(40, run.json().path("phases").get(0).path("messages").asInt());
            assertEquals(40, run.json().path("phases").get(1).path("latency_us").path("count").asInt());
            waiting.awaitLine("served SEND over RC to " + HERE + ':');
            assertTrue(waiting.awaitLine("bw ").matches("bw +65536 +40 +.*"));
            assertTrue(waiting.awaitLine("lat ").matches("lat +2 +40 +.*"));
            assertEquals(
                "looked at 80 messages where they arrived: all as they were sent", waiting.awaitLine("looked"));
            assertEquals(0, waiting.awaitExit(), waiting::err);
        }
    }

    @Test
    void shouldSayAtBothEndsThatTheyWereAskedForDifferentThings() throws Exception
    {
        try (RoceProcess waiting = new RoceProcess(folder, "perf", "read", "--bind", THERE, "-t", "7"))
        {
            waiting.awaitLine("ready ");

            final CommandRun run = CommandRun.of("perf", "write", "--bind", HERE, THERE);

            final String sentence = "the two ends were asked for different things: " +
                "the one that waits for read, --tx-depth 7, the one that measures for write, --tx-depth 128";
            assertEquals(
                "roce: the other end at " + THERE + ":18516 does not go on: " + sentence, run.err().strip());
            assertEquals(1, run.status());
            assertEquals("", run.out());
            assertEquals(1, waiting.awaitExit());
            assertEquals("roce: " + sentence, waiting.err().strip());
        }
    }

    @Test
    void shouldSayThatNobodyWaits()
    {
        final CommandRun run = CommandRun.of("perf", "write", "--bind", HERE, THERE);
        assertEquals("roce: nobody waits at " + THERE + ":18516: Connection refused", run.err().strip());
        assertEquals(3, run.status());
    }

    @Test
    void shouldSayThatTheOtherEndHasGone() throws Exception
    {
        final InetSocketAddress admin = new InetSocketAddress(THERE, 4791);
        try (RoceProcess waiting = new RoceProcess(folder, "perf", "write", "--bind", THERE, "--admin", THERE))
        {
            waiting.awaitLine("ready ");
            final CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> CommandRun.of(
                "perf", "write", "--bind", HERE, THERE, "--bw", "-D", "1h", "--warm-up", "0", "-u", "19"));
            awaitTraffic(admin);

            waiting.process().destroyForcibly();

            final CommandRun ended = run.get(1, TimeUnit.MINUTES);
            assertTrue(
                ended.err().startsWith("roce: the other end at " + THERE + ":18516 has gone: "), ended.err());
            assertEquals(3, ended.status());
        }
    }

    @Test
    void shouldPrintWhatWasMeasuredWhenItIsInterrupted() throws Exception
    {
        final InetSocketAddress admin = new InetSocketAddress(HERE, 4791);
        try (RoceProcess measuring = new RoceProcess(
            folder, "perf", "write", "--bind", HERE, THERE, "--loopback", "--admin", HERE, "--bw", "-D", "1h",
            "--warm-up", "0", "-s", "100", "-u", "19"))
        {
            awaitTraffic(admin);

            measuring.signal("INT");

            assertTrue(measuring.awaitLine("BYTES ").startsWith("BYTES  DEPTH  MESSAGES "));
            assertTrue(measuring.awaitLine("  100 ").matches(" +100 +128 +[1-9].*"));
            assertEquals("Not complete: it ended early.", measuring.awaitLine("Not"));
            assertEquals(130, measuring.awaitExit());
            assertEquals("", measuring.err());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"roce_perf\": 7} | 1 | the two ends do not understand each other: the other one speaks version 7 of " +
            "'roce perf', this one (roce 0.1.0) version 1",
        "{\"error\": \"no room\"} | 1 | the other end at 127.96.0.4:18516 does not go on: no room",
        "{\"roce_perf\": 1, \"end\": {\"gid\": \"x\"}} | 1 | the other end does not say where it is: its gid is 'x', " +
            "which is no address",
        "{\"error\": {\"no\": \"\\u001b[1mroom\"}} | 1 | the other end at 127.96.0.4:18516 does not go on: " +
            "{\"no\":\"\\u001B[1mroom\"}",
        "{\"error\": \"\\u001b[1mno\\nroom\"} | 1 | the other end at 127.96.0.4:18516 does not go on: .[1mno.room",
        "{\"roce_perf\": 1, \"end\": {\"gid\": \"127.96.0.4\", \"addr\": 0, \"length\": 9}} | 1 | what the other end " +
            "says for rkey is missing, not a number from 0 to 4294967295",
        GREETING + "{} | 1 | the other end has 0 queue pairs where 1 are due",
        GREETING + "{\"qps\": [{\"qpn\": 16777233, \"psn\": 1}]} | 1 | what the other end says for qpn is 16777233, " +
            "not a number from 2 to 16777214",
        "{\"roce_perf\": 1, \"end\": {\"gid\": \"127.96.0.4\", \"addr\": 0, \"rkey\": 1, \"length\": 9}} | 1 | the " +
            "messages need 512 bytes, and the region of 127.96.0.4 has 9",
        "HTTP/1.1 400 | 1 | what talks at 127.96.0.4:18516 is no end of 'roce perf': it sent no JSON object in a line",
        "[1] | 1 | what talks at 127.96.0.4:18516 is no end of 'roce perf': it sent no JSON object in a line"
    })
    void shouldUnderstandNothingButItsLikeWhenItMeasures(
        final String answer, final int status, final String sentence) throws IOException
    {
        try (ServerSocket other = new ServerSocket(18_516, 1, InetAddress.getByName(THERE)))
        {
            CompletableFuture.runAsync(() -> answer(other, answer));

            final CommandRun run = CommandRun.of(
                "perf", "write", "--bind", HERE, THERE, "-t", "4", "-s", "2", "--warm-up", "0");

            assertEquals("roce: " + sentence, run.err().strip());
            assertEquals(status, run.status());
        }
    }

    @Test
    void shouldSayWhenTheConnectionEndsWithoutAWord() throws IOException
    {
        try (ServerSocket other = new ServerSocket(18_516, 1, InetAddress.getByName(THERE)))
        {
            CompletableFuture.runAsync(() -> answer(other, null));

            final CommandRun run = CommandRun.of("perf", "write", "--bind", HERE, THERE);

            assertTrue(run.err().startsWith("roce: the other end at 127.96.0.4:18516 has gone: "), run.err());
            assertEquals(3, run.status());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"roce_perf\": 2} | the two ends do not understand each other: the other one speaks version 2 of " +
            "'roce perf', this one (roce 0.1.0) version 1",
        "{} | the two ends do not understand each other: the other one speaks version unknown of 'roce perf', this " +
            "one (roce 0.1.0) version 1",
        "{\"roce_perf\": 1, \"plan\": {\"op\": \"write\", \"connection\": \"UD\", \"mtu\": 1024}} | --connection is " +
            "UD: RDMA WRITE goes over RC or UC",
    })
    void shouldUnderstandNothingButItsLikeWhenItWaits(final String greeting, final String sentence) throws Exception
    {
        try (RoceProcess waiting = new RoceProcess(folder, "perf", "write", "--bind", THERE, "-p", PORT))
        {
            waiting.awaitLine("ready ");
            try (Socket socket = new Socket(THERE, 18_516))
            {
                socket.getOutputStream().write((greeting + '\n').getBytes(StandardCharsets.UTF_8));
                final JsonNode answer = Json.parse(socket.getInputStream().readAllBytes());
                assertEquals(sentence, answer.path("error").asText());
            }
            assertEquals(1, waiting.awaitExit());
            assertEquals("roce: " + sentence, waiting.err().strip());
        }
    }

    /** Returns when messages go: as long as nothing has come to the adapter there are none. */
    private static void awaitTraffic(final InetSocketAddress admin) throws InterruptedException
    {
        final AdminClient client = new AdminClient(admin, null);
        boolean isUnderWay = false;
        while (!isUnderWay)
        {
            TimeUnit.MILLISECONDS.sleep(20);
            try
            {
                isUnderWay = LedgerReading.read(client).received() > 0;
            }
            catch (final NodeUnreachableException e)
            {
                // It is starting.
                continue;
            }
        }
    }

    /** Says lines to whoever connects, or nothing, each when it has been said one, and ends. */
    private static void answer(final ServerSocket other, final String lines)
    {
        try (Socket socket = other.accept(); InputStream in = socket.getInputStream())
        {
            for (final String line : String.valueOf(lines).split(" then "))
            {
                while (in.read() != '\n')
                {
                    continue;
                }
                if (lines != null)
                {
                    socket.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        catch (final IOException e)
        {
            throw new AssertionError(e);
        }
    }
}
