package io.roce.nic.admin;

import io.roce.nic.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Nobody keeps others out of the admin API by holding connections, whatever is or is not sent on them. */
@Timeout(60)
class ConnectionsTest extends WithAdmin
{
    /** Longer than any test: nothing here is to be had by waiting. */
    private static final long DEADLINE_MS = 600_000;

    private static final String GET_CACHE = "GET /v1/cache HTTP/1.1\r\n" + HOST;

    private final List<Socket> held = new ArrayList<>();

    @AfterEach
    void closeHeld() throws IOException
    {
        for (final Socket socket : held)
        {
            socket.close();
        }
    }

    @Test
    void shouldServeWhileFifteenHundredConnectionsAreHeld() throws Exception
    {
        for (int i = 0; i < 1_500; i++)
        {
            // In turn: silent, half a head, half a body, idle behind an answer.
            write(hold(node), switch (i % 4)
            {
                case 0 -> "";
                case 1 -> "GET /v1/cache HT";
                case 2 -> "POST /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Content-Length: 13\r\n\r\n{";
                default -> GET_CACHE + "\r\n";
            });
            if (i % 100 == 99)
            {
                assertEquals(List.of(200), statuses(node.exchange(GET_CACHE + LAST)));
            }
        }
    }

    @Test
    void shouldServeWhileHeadersTrickleOnEveryConnection() throws Exception
    {
        try (AdminFixture small = open(8))
        {
            for (int round = 0; round < 20; round++)
            {
                while (held.size() < 8 * (round + 1))
                {
                    write(hold(small), GET_CACHE);
                }
                for (final Socket socket : held)
                {
                    trickle(socket);
                }
                assertEquals(List.of(200), statuses(small.exchange(GET_CACHE + LAST)));
            }
        }
    }

    @Test
    void shouldCloseTheOneThatHasKeptItWaitingLongest() throws Exception
    {
        try (AdminFixture small = open(3))
        {
            final Socket answered = hold(small);
            final Socket silent = hold(small);
            final Socket half = hold(small);
            // What counts is since when a request is waited for, and not when the connection was made.
            write(half, "GET /v1/ca");
            write(answered, GET_CACHE + "\r\n");
            assertTrue(readHead(answered).startsWith(STATUS_200));

            assertEquals(List.of(200), statuses(small.exchange(GET_CACHE + LAST)));
            assertEquals("", AdminFixture.readAll(silent));
            write(half, "che HTTP/1.1\r\n" + HOST + LAST);
            assertEquals(List.of(200), statuses(AdminFixture.readAll(half)));
            write(answered, GET_CACHE + LAST);
            assertEquals(List.of(200), statuses(AdminFixture.readAll(answered)));
        }
    }

    @Test
    void shouldRefuseOnlyWhileEveryConnectionIsServed() throws Exception
    {
        try (AdminFixture small = open(2))
        {
            final CountDownLatch gate = new CountDownLatch(1);
            small.lane.gate = gate;
            final Socket first = hold(small);
            final Socket second = hold(small);
            write(first, GET_CACHE + LAST);
            write(second, GET_CACHE + LAST);

            // Until both have been read, the newcomer takes the place of one: so those are the two that are served.
            final String refused = Await.until(() ->
            {
                final Socket third = hold(small);
                write(third, GET_CACHE + LAST);
                third.setSoTimeout(200);
                return readOrNothing(third);
            }, response -> response.startsWith("HTTP/1.1 503 "));
            assertEquals("TOO_MANY_CONNECTIONS", AdminFixture.body(refused).get("code").textValue());

            // However many there are, each is told.
            for (int i = 0; i < 100; i++)
            {
                final String response = AdminFixture.readAll(hold(small));
                assertTrue(response.startsWith("HTTP/1.1 503 "), response);
            }

            gate.countDown();
            assertEquals(200, Await.until(() -> statuses(small.exchange(GET_CACHE + LAST)).get(0), s -> s == 200));
        }
    }

    @Test
    void shouldServeWhileNobodyTakesHisAnswers() throws Exception
    {
        try (AdminFixture small = open(2))
        {
            for (int i = 0; i < 9; i++)
            {
                small.post("/v1/qps", "{\"type\":\"RC\",\"count\":100}");
            }
            for (int i = 0; i < 2; i++)
            {
                write(hold(small), ("GET /v1/qps?limit=10000 HTTP/1.1\r\n" + HOST + "\r\n").repeat(200));
            }

            // Not at once: a moment may come at which both are being served.
            Await.until(() -> statuses(small.exchange(GET_CACHE + LAST)), statuses -> statuses.equals(List.of(200)));
        }
    }

    private Socket hold(final AdminFixture fixture) throws IOException
    {
        final Socket socket = fixture.connect();
        held.add(socket);
        return socket;
    }

    private static AdminFixture open(final int maxConnections) throws IOException
    {
        return new AdminFixture(new AdminConfig(
            new InetSocketAddress(AdminFixture.ADDRESS, 0), null, DEADLINE_MS, maxConnections));
    }

    private static String readOrNothing(final Socket socket)
    {
        try
        {
            return AdminFixture.readAll(socket);
        }
        catch (final IOException e)
        {
            return "";
        }
    }

    private static void trickle(final Socket socket) throws IOException
    {
        try
        {
            write(socket, "X");
        }
        catch (final SocketException e)
        {
            socket.close();     // it has given way
        }
    }
}
