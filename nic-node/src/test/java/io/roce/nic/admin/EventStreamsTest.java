package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.Await;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.admin.EventClient.Event;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Who gets an event of {@code /v1/events}, when, and when no more. */
@Timeout(60)
class EventStreamsTest
{
    private static final long DEADLINE_MS = 600_000;

    /** Longer than any test. */
    private static final long ONE_INTERVAL_MS = 600_000;

    private static final String HEAD = """
        HTTP/1.1 200 OK
        content-type: text/event-stream
        cache-control: no-store
        X-Content-Type-Options: nosniff
        """;

    private final List<EventClient> clients = new ArrayList<>();
    private AdminFixture node;

    @AfterEach
    void close() throws IOException
    {
        for (final EventClient client : clients)
        {
            client.close();
        }
        node.close();
    }

    @Test
    void shouldMakeOneSnapshotInAnIntervalForAHundredClients() throws Exception
    {
        open(ONE_INTERVAL_MS);
        final List<EventClient> hundred = look(100);

        final Event first = hundred.get(0).next();
        for (final EventClient client : hundred.subList(1, 100))
        {
            assertEquals(first, client.next());
        }

        assertEquals(1, first.id());
        assertEquals("snapshot", first.name());
        // One more told once which thread the lane's is.
        assertEquals(2, node.lane.commands.get());
        assertEquals(
            "{\"interval_ms\":600000,\"streams\":100,\"snapshots\":1,\"dropped\":0}", events().toString());
    }

    /** Those who have left and come back are no more than one who has stayed. */
    @Test
    void shouldMakeOneSnapshotInAnIntervalForOneWhoComesAgain() throws Exception
    {
        open(ONE_INTERVAL_MS);
        for (int i = 0; i < 10; i++)
        {
            try (EventClient client = EventClient.open(node.address()))
            {
                assertEquals(1, client.next().id());
            }
        }

        assertEquals(2, node.lane.commands.get());
    }

    @Test
    void shouldSendTheSameBytesToAll() throws Exception
    {
        open(5);
        final Map<Integer, Event> seen = new HashMap<>();
        for (final EventClient client : look(100))
        {
            int id = 0;
            for (int i = 0; i < 3; i++)
            {
                final Event event = client.next();
                assertTrue(event.id() > id, "ids count up");
                id = event.id();
                final Event same = seen.putIfAbsent(id, event);
                assertTrue(same == null || same.equals(event), "one snapshot has one number");
            }
        }
        assertTrue(seen.size() >= 3, seen.keySet().toString());
    }

    @Test
    void shouldCountUpByOneForAClientThatReads() throws Exception
    {
        open(50);
        final EventClient client = look();
        final int first = client.next().id();
        for (int i = 1; i < 10; i++)
        {
            assertEquals(first + i, client.next().id());
        }
    }

    @Test
    void shouldMakeNoneWhileNobodyLooks() throws Exception
    {
        open(1);
        try (EventClient client = EventClient.open(node.address()))
        {
            client.next();
            client.next();
        }
        Await.until(this::events, events -> events.get("streams").intValue() == 0);
        // One that was begun may still come.
        node.lane.submit(() -> null).get();
        final JsonNode before = events();
        Thread.sleep(50);

        assertEquals(before, events());
    }

    @Test
    void shouldBeginAgainWhereItLeftOff() throws Exception
    {
        open(1);
        final int last;
        try (EventClient client = EventClient.open(node.address()))
        {
            last = client.next().id();
        }
        Await.until(this::events, events -> events.get("streams").intValue() == 0);

        assertTrue(look().next().id() >= last);
    }

    @Test
    void shouldDropOneThatDoesNotReadAndGoOnWithTheOthers() throws Exception
    {
        open(20);
        try (Socket deaf = new Socket())
        {
            deaf.setReceiveBufferSize(4_096);
            deaf.setSoTimeout(AdminClient.TIMEOUT_MS);
            deaf.connect(node.address());
            WithAdmin.write(deaf, "GET /v1/events HTTP/1.1\r\n" + WithAdmin.HOST + "\r\n");
            final EventClient other = look();
            int last = other.next().id();
            while (events().get("dropped").intValue() == 0)
            {
                final int next = other.next().id();
                assertTrue(next > last);
                last = next;
            }

            assertEquals(1, events().get("streams").intValue());
            assertTrue(other.next().id() > last);
            final String told = readUntilReset(deaf);
            assertTrue(told.startsWith(WithAdmin.STATUS_200), told);
        }
    }

    @Test
    void shouldOutliveTheDeadlineOfOrdinaryRequests() throws Exception
    {
        node = AdminFixture.withEvents(config(200, AdminConfig.MAX_CONNECTIONS_DEFAULT), 50);
        final EventClient client = look();
        final int first = client.next().id();

        // The deadline is over after four of these.
        for (int i = 1; i < 12; i++)
        {
            assertEquals(first + i, client.next().id());
        }
    }

    @Test
    void shouldRefuseMoreStreamsThanThereMayBeAndServeOtherRequests() throws Exception
    {
        node = AdminFixture.withEvents(config(DEADLINE_MS, 2), 20);
        final List<EventClient> both = look(2);
        for (final EventClient client : both)
        {
            client.next();
        }

        final Reply refused = node.get("/v1/events");

        assertEquals(503, refused.status());
        assertEquals("TOO_MANY_STREAMS", refused.code());
        assertEquals(2, refused.json().get("max").intValue());
        assertEquals(2, node.get("/v1/node").json().get("limits").get("max_event_streams").intValue());
        // As many silent ones as there may be, and more, take each other's place and not a stream's.
        for (int i = 0; i < 8; i++)
        {
            try (Socket silent = node.connect())
            {
                assertTrue(silent.isConnected());
                assertEquals(200, node.get("/v1/ledger").status());
            }
        }
        for (final EventClient client : both)
        {
            final int last = client.next().id();
            assertEquals(last + 1, client.next().id());
        }

        both.get(0).close();
        Await.until(this::events, events -> events.get("streams").intValue() == 1);
        assertEquals("snapshot", look().next().name());
    }

    @Test
    void shouldAnswerHttp10WithoutChunks() throws Exception
    {
        open(5);
        final EventClient client = EventClient.open(node.address(), "HTTP/1.0");
        clients.add(client);

        assertEquals(HEAD + "connection: close\n", client.head());
        final int first = client.next().id();
        assertEquals(first + 1, client.next().id());
    }

    @Test
    void shouldAnswerHttp11InChunks() throws Exception
    {
        open(5);
        assertEquals(HEAD + "transfer-encoding: chunked\nconnection: close\n", look().head());
    }

    /** Behind the headers, the connection is there for the next request. */
    @Test
    void shouldAnswerHeadWithoutLooking() throws Exception
    {
        open(5);
        final String responses = node.exchange(
            "HEAD /v1/events HTTP/1.1\r\n" + WithAdmin.HOST + "\r\nGET /v1/node HTTP/1.1\r\n" + WithAdmin.HOST +
                WithAdmin.LAST);

        assertTrue(responses.startsWith(HEAD.replace("\n", "\r\n") + "\r\nHTTP/1.1 200 OK\r\n"), responses);
        final String second = responses.substring(responses.indexOf("\r\n\r\n") + 4);
        assertEquals(0, AdminFixture.body(second).get("events").get("snapshots").intValue());
    }

    @Test
    void shouldSayThatTheNodeCloses() throws Exception
    {
        open(ONE_INTERVAL_MS);
        final EventClient client = look();
        client.next();

        node.server.close();

        assertEnds(client, 1, "NODE_CLOSED");
    }

    @Test
    void shouldEndWhenTheLaneIsClosed() throws Exception
    {
        open(5);
        final EventClient client = look();
        client.next();

        node.lane.close();

        Event last = client.next();
        while (last.name().equals("snapshot"))
        {
            last = client.next();
        }
        assertEquals("error", last.name());
        assertEquals("NODE_CLOSED", last.data().get("code").textValue());
        assertNull(client.next());
        final Reply refused = node.get("/v1/events");
        assertEquals(503, refused.status());
        assertEquals("NODE_CLOSED", refused.code());
    }

    @Test
    void shouldEndWhenASnapshotFailsAndServeTheNextOne() throws Exception
    {
        open(ONE_INTERVAL_MS);
        node.lane.fault = new IllegalStateException("broken");

        final Reply refused = node.get("/v1/events");
        assertEquals(500, refused.status());
        assertEquals("INTERNAL", refused.code());
        assertEquals(1, look().next().id());
    }

    @Test
    void shouldTellThoseWhoLookThatASnapshotHasFailed() throws Exception
    {
        open(5);
        final EventClient client = look();
        client.next();
        node.lane.fault = new IllegalStateException("broken");

        Event last = client.next();
        while (last.name().equals("snapshot"))
        {
            last = client.next();
        }
        assertEquals("error", last.name());
        assertEquals("INTERNAL", last.data().get("code").textValue());
        AdminClient.requireSentence(last.data());
        assertNull(client.next());
        assertEquals("snapshot", look().next().name());
    }

    /** Those who come meanwhile wait for the same one. */
    @Test
    void shouldAskASlowLaneOnce() throws Exception
    {
        open(1);
        final CountDownLatch gate = new CountDownLatch(1);
        node.lane.gate = gate;
        final List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++)
        {
            final Socket socket = node.connect();
            waiting.add(socket);
            WithAdmin.write(socket, "GET /v1/events HTTP/1.1\r\n" + WithAdmin.HOST + "\r\n");
        }
        Await.until(node.lane.commands::get, commands -> commands == 1);
        Thread.sleep(50);
        assertEquals(1, node.lane.commands.get());

        gate.countDown();
        for (final Socket socket : waiting)
        {
            assertTrue(WithAdmin.readHead(socket).startsWith(WithAdmin.STATUS_200));
            socket.close();
        }
    }

    @Test
    void shouldThrowAwayWhatAClientSendsBehindItsRequest() throws Exception
    {
        open(5);
        try (Socket socket = node.connect())
        {
            WithAdmin.write(socket, ("GET /v1/events HTTP/1.1\r\n" + WithAdmin.HOST + "\r\n").repeat(100));
            assertTrue(WithAdmin.readHead(socket).startsWith(WithAdmin.STATUS_200));
            Await.until(() -> node.lane.commands.get(), commands -> commands > 5);
            assertEquals(1, events().get("streams").intValue());
        }
        Await.until(this::events, events -> events.get("streams").intValue() == 0);
    }

    private static void assertEnds(final EventClient client, final int id, final String code) throws Exception
    {
        final Event last = client.next();
        assertEquals(id, last.id());
        assertEquals("error", last.name());
        assertEquals(code, last.data().get("code").textValue());
        assertNull(client.next());
    }

    private void open(final long intervalMs) throws IOException
    {
        node = AdminFixture.withEvents(config(DEADLINE_MS, AdminConfig.MAX_CONNECTIONS_DEFAULT), intervalMs);
    }

    private static AdminConfig config(final long deadlineMs, final int maxConnections)
    {
        return new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), null, deadlineMs, maxConnections);
    }

    private EventClient look() throws IOException
    {
        final EventClient client = EventClient.open(node.address());
        clients.add(client);
        return client;
    }

    private List<EventClient> look(final int count) throws IOException
    {
        final List<EventClient> some = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            some.add(look());
        }
        return some;
    }

    private JsonNode events() throws Exception
    {
        return node.get("/v1/node").json().get("events");
    }

    /** What was on its way; a connection that is closed over it may be reset. */
    private static String readUntilReset(final Socket socket) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        try
        {
            for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read())
            {
                text.append((char)b);
            }
        }
        catch (final SocketException e)
        {
            text.append(" reset");
        }
        return text.toString();
    }
}
