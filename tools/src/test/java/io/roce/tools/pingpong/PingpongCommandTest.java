package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.CommandRun;
import io.roce.wire.icrc.Envelope;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pingpongs that come to their end. */
@Timeout(120)
final class PingpongCommandTest
{
    private static final int ITERS = 20;

    @ParameterizedTest
    @CsvSource({
        "rc, 1, 1", "rc, 1023, 1", "rc, 1024, 1", "rc, 1025, 2", "rc, 4096, 4", "rc, 65536, 64",
        "uc, 1, 1", "uc, 1023, 1", "uc, 1024, 1", "uc, 1025, 2", "uc, 4096, 4", "uc, 65536, 64",
        "ud, 1, 1", "ud, 1023, 1", "ud, 1024, 1", "ud, 1025, 1", "ud, 4096, 1",
    })
    void shouldPlayMessagesOfThatSizeInSoManyPackets(final String type, final int size, final int packets)
        throws Exception
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            type, "-s", String.valueOf(size), "-n", String.valueOf(ITERS), "-r", "3", "-c", "--json");

        for (final CommandRun run : pingpongs.both())
        {
            assertEquals(0, run.status(), run::err);
            final JsonNode json = run.json();
            assertEquals(type.toUpperCase(Locale.ROOT), json.path("type").asText());
            assertEquals(ITERS, json.path("iters_done").asInt());
            assertEquals(2L * ITERS * size, json.path("bytes").asLong());
            assertTrue(json.path("failure").isNull());
            assertEquals(ITERS * packets, json.path("fates").path("REQUEST_EXECUTED").asInt());
            final double seconds = json.path("seconds").asDouble();
            assertEquals(
                2.0 * ITERS * size * 8 / 1e6 / seconds, json.path("mbit_per_second").asDouble(), 1e-6);
            assertEquals(seconds * 1e6 / ITERS, json.path("usec_per_iter").asDouble(), 1e-6);
        }
        final JsonNode server = pingpongs.server().json();
        final JsonNode client = pingpongs.client().json();
        assertEquals("server client", server.path("role").asText() + ' ' + client.path("role").asText());
        assertEquals(server.path("local"), client.path("remote"));
        assertEquals(client.path("local"), server.path("remote"));
        assertEquals("::ffff:127.95.0.22", client.path("local").path("gid").asText());
        assertEquals(type.equals("ud") ? 0 : 1024, client.path("path_mtu").asInt());
    }

    @Test
    void shouldSayToPeopleWhoPlaysWhatAndHowFast()
    {
        final TwoPingpongs pingpongs = TwoPingpongs.of("rc", "-n", "1000", "-s", "1k", "-e");

        assertEquals(0, pingpongs.client().status(), pingpongs.client()::err);
        final List<String> lines = pingpongs.client().out().lines().toList();
        final String end = "LID 0x0000  QPN 0x0000\\p{XDigit}{2}  PSN 0x\\p{XDigit}{6}  GID ::ffff:127\\.95\\.0\\.2";
        assertTrue(lines.get(0).matches("local   " + end + '2'), lines.get(0));
        assertTrue(lines.get(1).matches("remote  " + end + '1'), lines.get(1));
        assertTrue(lines.get(2).matches("2,048,000 bytes in \\d+\\.\\d{3} s: [\\d.]+ Mbit/s"), lines.get(2));
        assertTrue(lines.get(3).matches("1,000 iterations in \\d+\\.\\d{3} s: [\\d.]+ us each"), lines.get(3));
        assertEquals(4, lines.size());
        assertTrue(
            pingpongs.server().err().contains("waiting for a client at TCP 127.95.0.21:18515"),
            pingpongs.server().err());
        assertEquals("", pingpongs.client().err());
    }

    @Test
    void shouldEachChooseItsOwnTcpPortPortAndGid()
    {
        final List<String> both = List.of("uc", "-n", "3", "-p", "18516", "-d", "127.95.0.23");
        final TwoPingpongs pingpongs = TwoPingpongs.of(
            with(both, "-i", "2", "--listen", "127.95.0.21"), List.of("uc", "-n", "3", "-p", "18516"));

        assertEquals(0, pingpongs.client().status(), pingpongs.client()::err);
        assertEquals(0, pingpongs.server().status(), pingpongs.server()::err);
    }

    /** One address is all that IPv6 loopback has, so the queue pair plays with itself: its peer says what it says. */
    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldPlayOverIpv6(final QpType type) throws Exception
    {
        assumeIpv6IsFree();
        final CommandRun run = TcpPeer.serve(
            "::1",
            socket ->
            {
                final String text = TcpPeer.read(socket, TcpPeer.MESSAGE_BYTES);
                assertTrue(text.endsWith(":00000000000000000000000000000001"), text);
                TcpPeer.write(socket, text);
                assertEquals("done", TcpPeer.read(socket, "done".length() + 1));
            },
            "pingpong", type.name().toLowerCase(Locale.ROOT), "-d", "::1", "-n", "5", "-s", "1000", "--json");

        assertEquals(0, run.status(), run::err);
        assertEquals(5, run.json().path("iters_done").asInt());
        assertEquals("::1", run.json().path("remote").path("gid").asText());
    }

    /** Both ends may be of other makers: what is written is what libibverbs' programs read. */
    @Test
    void shouldTellItsPeerWhereItsQueuePairIs() throws Exception
    {
        final CommandRun run = TcpPeer.serve(
            "127.95.0.24",
            socket ->
            {
                final String text = TcpPeer.read(socket, TcpPeer.MESSAGE_BYTES);
                assertTrue(text.matches("0000:000011:\\p{XDigit}{6}:00000000000000000000ffff7f5f0016"), text);
                TcpPeer.write(socket, text);
                assertEquals("done", TcpPeer.read(socket, "done".length() + 1));
                // A server of libibverbs closes now; whoever waits for that must not wait for more.
            },
            "pingpong", "rc", "-d", "127.95.0.22", "-n", "2");

        assertEquals(0, run.status(), run::err);
    }

    private static void assumeIpv6IsFree()
    {
        try
        {
            new DatagramSocket(new InetSocketAddress("::1", Envelope.ROCE_PORT)).close();
        }
        catch (final SocketException e)
        {
            Assumptions.abort("UDP/4791 of ::1, of which there is one, cannot be had: " + e.getMessage());
        }
    }

    private static List<String> with(final List<String> options, final String... more)
    {
        return Stream.concat(options.stream(), Arrays.stream(more)).toList();
    }
}
