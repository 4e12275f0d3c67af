package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.CommandRun;
import io.roce.tools.RoceProcess;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong, and what is said of it. */
@Timeout(120)
final class PingpongFailuresTest
{
    private static final String ADDRESS = "127.95.0.31";

    /** A queue pair at an address that nobody has. */
    private static final String NOBODY = "0000:000099:000000:00000000000000000000ffff7f5f0063";

    @Test
    void shouldSayThatNoServerIsThere()
    {
        final CommandRun run = CommandRun.of("pingpong", "rc", "-d", ADDRESS, "127.95.0.99");
        assertEquals(3, run.status());
        assertEquals("roce: no server at TCP 127.95.0.99:18515: Connection refused\n", run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"uc", "ud"})
    void shouldSayThatAMessageWasLost(final String type) throws Exception
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            List.of(type, "-s", "1000", "-n", "20", "--timeout", "3s", "--json"),
            List.of(type, "-s", "1000", "-n", "20", "--timeout", "3s", "--json", "--fault", "out:drop:nth=7"));

        for (final CommandRun run : pingpongs.both())
        {
            assertEquals(1, run.status());
            assertEquals(6, run.json().path("iters_done").asInt());
            assertEquals(6, run.json().path("fates").path("REQUEST_EXECUTED").asInt());
            final String sentence = "nothing has come for 3s in iteration 7 of 20: " + type.toUpperCase() +
                " sends nothing again, so a message was lost; or the peer has ended, or has another --iters";
            assertEquals(sentence, run.json().path("failure").asText());
            assertTrue(run.err().contains("roce: " + sentence + '\n'), run.err());
        }
        assertEquals(7, pingpongs.client().json().path("sent").asInt());
        assertEquals(6, pingpongs.server().json().path("sent").asInt());
    }

    @Test
    void shouldComeToItsEndOverRcWhateverIsLost() throws Exception
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            "rc", "-n", "60", "-c", "--json", "--fault", "out:duplicate:5%,seed=12",
            "--fault", "out:drop:nth=2", "--fault", "out:drop:nth=99", "--fault", "out:drop:skip=200,count=3");

        for (final CommandRun run : pingpongs.both())
        {
            assertEquals(0, run.status(), run::err);
            assertEquals(60, run.json().path("iters_done").asInt());
        }
    }

    @Test
    void shouldSayThatThePeerDoesNotAnswer() throws Exception
    {
        final CommandRun run = greetedBy(NOBODY, "rc", "-u", "8", "-n", "5");

        assertEquals(1, run.status());
        assertEquals(
            "roce: the send in iteration 1 of 5 failed with RETRY_EXC_ERR (12). It was sent as often as may be, and " +
                "nothing came back.\n",
            run.err());
        assertTrue(run.out().contains("sent 0, received 0 of 5; packets that came: none;"), run.out());
    }

    /** Of each message the server sends two packets: it is acknowledged, and answered. */
    @Test
    void shouldNotHangWhenThePeerFallsSilent() throws Exception
    {
        final List<String> both = List.of("rc", "-s", "1000", "-n", "1000", "--json");
        final List<String> silenced = new ArrayList<>(both);
        silenced.addAll(List.of("--fault", "out:drop:skip=40"));
        final CommandRun client = TwoPingpongs.of(silenced, both).client();

        assertEquals(1, client.status());
        final int done = client.json().path("iters_done").asInt();
        assertTrue(done > 0 && done <= 20, client::out);
        assertTrue(client.err().contains("iteration " + (done + 1) + " of 1,000 failed with RETRY_EXC_ERR (12)"),
            client::err);
    }

    @Test
    void shouldEndWhenItIsToldToWhileItWaitsForAClient(@TempDir final Path folder) throws Exception
    {
        try (RoceProcess server = new RoceProcess(folder, "pingpong", "ud", "-d", "127.95.0.33"))
        {
            server.awaitLine("local");
            server.signal("TERM");
            assertEquals(143, server.awaitExit());
            assertEquals("waiting for a client at TCP 127.95.0.33:18515\n", server.err());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GET / HTTP/1.1..Host: 127.0.0.1:18515..Accept: */*..... | does not say where its queue pair is, but " +
            "'GET / HTTP/1.1..Host: 127.0.0.1:18515..Accept: */*..'",
        "0000:000011:000000:00000000000000000000000000000000 | the peer has no GID, which RoCE needs: its -g says " +
            "which it is to use",
        "0000:000011:000000:fd910000000000000000000000000002 | this end's GID is 127.95.0.31 and the peer's fd91::2: " +
            "-g makes both IPv4 or both IPv6",
        "0000:000001:000000:00000000000000000000ffff7f5f0063 | the peer says that its queue pair has the number " +
            "0x000001, which none has",
        "0000:ffffff:000000:00000000000000000000ffff7f5f0063 | the peer says that its queue pair has the number " +
            "0xffffff, which none has",
    })
    void shouldRefuseAPeerThatItCannotPlayWith(final String text, final String sentence) throws Exception
    {
        final CommandRun run = greetedBy(text, "rc");
        assertEquals(1, run.status());
        assertTrue(run.err().endsWith(sentence + '\n'), run.err());
    }

    @Test
    void shouldSayWhatAClientSaidThatIsNone() throws Exception
    {
        assertTrue(visitedBy(socket -> socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII)))
            .endsWith(" has closed the connection after 'hello'\n"));
        assertTrue(visitedBy(socket -> { }).endsWith(" has closed the connection\n"));
        assertTrue(visitedBy(socket -> socket.getInputStream().read()).endsWith(" says nothing for 300ms\n"));
        assertTrue(visitedBy(socket ->
        {
            TcpPeer.write(socket, NOBODY);
            TcpPeer.read(socket, TcpPeer.MESSAGE_BYTES);
            TcpPeer.write(socket, "gone");
        }).endsWith(" does not say that it is done, but 'gone.'\n"));
    }

    @Test
    void shouldSayThatTheEndsWereGivenOtherSizes()
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            List.of("uc", "-s", "200"), List.of("uc", "-s", "100", "--timeout", "4s"));
        assertEquals(1, pingpongs.server().status());
        assertTrue(pingpongs.server().err().endsWith("roce: the message in iteration 1 of 1,000 is wrong: it has 100 " +
            "bytes and not 200, which --size must be for both ends\n"), pingpongs.server().err());
        assertEquals(1, pingpongs.client().status());
    }

    @Test
    void shouldSayThatTheClientDoesNotValidate()
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            List.of("uc", "-c"), List.of("uc", "--timeout", "4s"));
        assertEquals(1, pingpongs.server().status());
        assertTrue(pingpongs.server().err().endsWith("roce: the message in iteration 1 of 1,000 is wrong: byte 0 is " +
            "0x7b, not 0x00, as clients with -c send it\n"), pingpongs.server().err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "rc | Missing required option: '--ib-dev=ADDR[:PORT][,ADDR...]'",
        "rc -d 127.95.0.31 -s 0 | Invalid value for option '--size': 0 is out of range: 1 to 536870912",
        "uc -d 127.95.0.31 -s 513MiB | Invalid value for option '--size': 513MiB is out of range: 1 to " +
            "536870912",
        "ud -d 127.95.0.31 -s 4097 | --size 4097 is out of range: a datagram is one packet, and the network " +
            "interface has room for 4096 bytes",
        "ud -d 127.95.0.31 --mtu=1024 | no such option: '--mtu=1024'",
        "rc -d 127.95.0.31 -m 1500 | Invalid value for option '--mtu': 1500 is not 256, 512, 1024, 2048 or " +
            "4096",
        "rc -d 127.95.0.31 -r 32769 | Invalid value for option '--rx-depth': 32769 is out of range: 1 to 32768",
        "rc -d 127.95.0.31 -n 0 | Invalid value for option '--iters': 0 is out of range: 1 to 2147483647",
        "rc -d 127.95.0.31 -l 16 | Invalid value for option '--sl': 16 is out of range: 0 to 15",
        "rc -d 127.95.0.31 -u 0 | Invalid value for option '--qp-timeout': 0 is out of range: 1 to 31",
        "rc -d 127.95.0.31 -g 1 | --gid-idx 1 is out of range: the GID table of port 1 has index 0 alone",
        "rc -d 127.95.0.31 -i 2 | --ib-port 2 is out of range: the adapter has port 1 alone",
        "rc -d 127.95.0.31 -p 65536 | Invalid value for option '--port': 65536 is out of range: 0 to 65535",
        "rc -d 127.95.0.31 -p 0 127.95.0.32 | --port 0 is for servers",
        "rc -d 127.95.0.31 --listen ::1 127.95.0.32 | --listen is for servers",
        "rc -d 127.95.0.31 --timeout 577h | Invalid value for option '--timeout': 577h is out of range: " +
            "0 to 2073600s, 24 days",
        "rc -d 127.95.0.31 example.org | Invalid value for SERVER: 'example.org' is not an IP address",
    })
    void shouldRefuseWhatCannotBe(final String arguments, final String sentence)
    {
        final CommandRun run = CommandRun.of(("pingpong " + arguments).split(" "));
        assertEquals(2, run.status(), run::err);
        assertTrue(run.err().startsWith("roce: " + sentence), run.err());
        assertEquals("", run.out());
    }

    @ParameterizedTest
    @EnumSource(UnservedOption.class)
    void shouldRefuseWhatTheAdapterHasNotWithTheReason(final UnservedOption option)
    {
        final CommandRun help = CommandRun.of("pingpong", "rc", "--help");
        assertTrue(help.out().contains(option.letter() + ", " + option.longName()), help.out());
        for (final String name : List.of(option.letter(), option.longName()))
        {
            final CommandRun run = CommandRun.of("pingpong", "rc", "-d", ADDRESS, name);
            assertEquals(2, run.status());
            assertEquals(
                "roce: " + option.letter() + ", " + option.longName() + ": " + option.reason(),
                run.err().lines().findFirst().orElseThrow());
        }
    }

    /** A client whose server says this. */
    private static CommandRun greetedBy(final String text, final String... options) throws Exception
    {
        return TcpPeer.serve(
            "127.95.0.34",
            socket ->
            {
                TcpPeer.read(socket, TcpPeer.MESSAGE_BYTES);
                TcpPeer.write(socket, text);
                awaitEnd(socket);
            },
            command(options));
    }

    private static String[] command(final String... options)
    {
        final List<String> command = new ArrayList<>(List.of("pingpong"));
        command.addAll(List.of(options));
        command.addAll(List.of("-d", ADDRESS));
        return command.toArray(String[]::new);
    }

    private static void awaitEnd(final Socket socket) throws IOException
    {
        while (socket.getInputStream().read() >= 0)
        {
            continue;
        }
    }

    /** What a server says of such a client. */
    private static String visitedBy(final TcpPeer.Play play) throws Exception
    {
        final CompletableFuture<CommandRun> server = CompletableFuture.supplyAsync(
            () -> CommandRun.of("pingpong", "rc", "-d", ADDRESS, "--timeout", "300ms"));
        TcpPeer.connect(ADDRESS, 18515, play);
        final CommandRun run = server.get();
        assertEquals(1, run.status());
        return run.err();
    }
}
