package io.roce.nic.admin;

import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(60)
class AdminServerTest extends WithAdmin
{
    @Test
    void shouldServeAHundredConnectionsAtOnce() throws Exception
    {
        final List<Socket> sockets = new ArrayList<>();
        try
        {
            for (int i = 0; i < 100; i++)
            {
                sockets.add(node.connect());
                write(sockets.get(i), "GET /v1/cac");
            }
            for (final Socket socket : sockets)
            {
                write(socket, "he HTTP/1.1\r\n" + HOST + LAST);
            }
            for (final Socket socket : sockets)
            {
                assertTrue(AdminFixture.readAll(socket).startsWith(STATUS_200));
            }
        }
        finally
        {
            for (final Socket socket : sockets)
            {
                socket.close();
            }
        }
    }

    @Test
    void shouldCloseAConnectionThatTakesTooLong() throws Exception
    {
        final InetSocketAddress any = new InetSocketAddress(AdminFixture.ADDRESS, 0);
        try (AdminFixture hasty = new AdminFixture(new AdminConfig(any, null, 1_000, 10));
            Socket silent = hasty.connect();
            Socket idle = hasty.connect();
            Socket slow = hasty.connect())
        {
            write(slow, "GET /v1/no");
            write(idle, "GET /v1/cache HTTP/1.1\r\n" + HOST + "\r\n");

            assertEquals("", AdminFixture.readAll(silent));
            assertEquals("", AdminFixture.readAll(slow));
            assertEquals(List.of(200), statuses(AdminFixture.readAll(idle)));
            assertEquals(200, hasty.get("/v1/node").status());
        }
    }

    @Test
    void shouldHideAFaultFromTheClientAndGoOn() throws Exception
    {
        final Logger logger = Logger.getLogger(Failures.class.getName());
        logger.setLevel(Level.OFF);
        try
        {
            node.lane.fault = new IllegalStateException("table row 0x5E55 twice");
            final Reply reply = node.get("/v1/table");

            assertEquals(500, reply.status());
            assertEquals("INTERNAL", reply.code());
            assertFalse(reply.response().body().contains("5E55"), reply.response().body());
            assertEquals(200, node.get("/v1/table").status());
        }
        finally
        {
            logger.setLevel(null);
        }
    }

    @Test
    void shouldSayThatTheNodeIsClosed() throws Exception
    {
        node.lane.close();
        final Reply reply = node.get("/v1/ledger");

        assertEquals(503, reply.status());
        assertEquals("NODE_CLOSED", reply.code());
    }

    @Test
    void shouldSayWhyItCannotBind() throws Exception
    {
        final AdminConfig taken = new AdminConfig(node.server.address(), null);
        final IOException e = assertThrows(IOException.class, () -> AdminServer.bind(taken));

        assertEquals(
            "admin address 127.30.0.1:" + node.server.address().getPort() + " is in use", e.getMessage());
        assertEquals(200, node.get("/v1/node").status());

        final AdminConfig foreign = new AdminConfig(new InetSocketAddress("192.0.2.1", 0), "5E55101D");
        assertEquals(
            "admin address 192.0.2.1 is not an address of this machine",
            assertThrows(IOException.class, () -> AdminServer.bind(foreign)).getMessage());
    }

    @Test
    void shouldCloseItsConnectionsAndItsPort() throws Exception
    {
        try (AdminFixture closing = new AdminFixture(); Socket socket = closing.connect())
        {
            write(socket, "GET /v1/cache HTTP/1.1\r\n" + HOST + "\r\n");
            readHead(socket);
            final InetSocketAddress address = closing.server.address();
            closing.server.close();

            AdminFixture.readAll(socket);
            assertThrows(IOException.class, () -> new Socket(address.getAddress(), address.getPort()).close());
        }
    }

    @Test
    void shouldServeOthersWhileOneDoesNotRead() throws Exception
    {
        for (int i = 0; i < 9; i++)
        {
            node.post("/v1/qps", "{\"type\":\"RC\",\"count\":100}");
        }
        try (Socket socket = node.connect())
        {
            write(socket, ("GET /v1/qps?limit=10000 HTTP/1.1\r\n" + HOST + "\r\n").repeat(60) +
                "GET /v1/cache HTTP/1.1\r\n" + HOST + LAST);
            // Others are served while this one does not read.
            assertEquals(200, node.get("/v1/node").status());

            final List<Integer> statuses = statuses(AdminFixture.readAll(socket));
            assertEquals(61, statuses.size());
            assertTrue(statuses.stream().allMatch(status -> status == 200));
        }
    }
}
