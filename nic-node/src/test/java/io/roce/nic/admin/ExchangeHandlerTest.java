package io.roce.nic.admin;

import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ExchangeHandlerTest extends WithAdmin
{
    @ParameterizedTest
    @CsvSource({
        "POST, /v1/node, 'GET, HEAD'",
        "DELETE, /v1/qps, 'GET, HEAD, POST'",
        "PUT, /v1/qps/17, 'GET, HEAD, PATCH, DELETE'",
        "OPTIONS, /v1/ledger, 'GET, HEAD'",
        "TRACE, /v1/table, 'GET, HEAD'"})
    void shouldNameTheMethodsThatAreAllowed(final String method, final String path, final String allowed)
        throws Exception
    {
        final Reply reply = node.sendJson(method, path, "{}");

        assertEquals(405, reply.status());
        assertEquals("METHOD_NOT_ALLOWED", reply.code());
        assertEquals(allowed, reply.header("Allow"));
    }

    @ParameterizedTest
    @CsvSource({"/v1", "/v1/", "/v1/qps/", "/v1/qps/17/", "/v1/qps/17/18", "/v2/node", "/V1/node", "/v1/nodes",
        "/v1/ledger/17", "//v1/node", "/v1/%6eode", "/{qpn}", "/v1/../v1/node"})
    void shouldSayThatThereIsNoSuchPath(final String path) throws Exception
    {
        final String response = node.exchange("GET " + path + " HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith("HTTP/1.1 404 "), response);
        assertEquals("NOT_FOUND", AdminFixture.body(response).get("code").textValue());
    }

    @Test
    void shouldAnswerHeadWithTheHeadersOfGet() throws Exception
    {
        node.lane.clock.advance(1);
        final Reply get = node.get("/v1/table");
        final String response = node.exchange(
            "HEAD /v1/table HTTP/1.1\r\n" + HOST + "\r\nGET /v1/table HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
        final String headers = response.substring(0, response.indexOf("\r\n\r\n"));
        assertTrue(
            headers.toLowerCase().contains("content-length: " + get.response().body().length()), headers);
        assertTrue(response.substring(headers.length() + 4).startsWith(STATUS_200), response);
    }

    @Test
    void shouldNameAParameterWhereThereIsNone() throws Exception
    {
        final Reply reply = node.get("/v1/node?verbose=1");

        assertEquals(400, reply.status());
        assertEquals("UNKNOWN_NAME", reply.code());
        assertEquals("There is no parameter \"verbose\" here; there is none.", reply.message());
    }

    @Test
    void shouldAnswerAClientThatSendsMegabytesBeforeItReads() throws Exception
    {
        final byte[] body = new byte[8 << 20];
        try (Socket socket = node.connect())
        {
            socket.getOutputStream().write(
                ("POST /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Content-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            assertTrue(AdminFixture.readAll(socket).startsWith("HTTP/1.1 413 "));
        }
    }

    @Test
    void shouldKeepOrderWhenRequestsArePipelined() throws Exception
    {
        final StringBuilder requests = new StringBuilder();
        final List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++)
        {
            // Answered by the lane, at once, and by the lane again.
            final int status = i % 3 == 0 ? 200 : i % 3 == 1 ? 404 : 201;
            final String body = "{\"type\":\"RC\"}";
            expected.add(status);
            requests.append(switch (status)
            {
                case 200 -> "GET /v1/cache HTTP/1.1\r\n" + HOST;
                case 404 -> "GET /nothing HTTP/1.1\r\n" + HOST;
                default -> "POST /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Content-Length: " + body.length() + "\r\n\r\n" +
                    body;
            });
            requests.append(status == 201 ? "" : "\r\n");
        }
        requests.append("GET /v1/node HTTP/1.1\r\n").append(HOST).append(LAST);
        expected.add(200);

        assertEquals(expected, statuses(node.exchange(requests.toString())));
        assertEquals(100, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldReadABodyOfManySmallChunks() throws Exception
    {
        final StringBuilder request = new StringBuilder(
            "POST /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Transfer-Encoding: chunked\r\n" + LAST);
        final String body = "{\"type\":\"RC\"" + " ".repeat(30_000) + "}";
        body.chars().forEach(c -> request.append("1\r\n").append((char)c).append("\r\n"));
        request.append("0\r\n\r\n");

        final String response = node.exchange(request.toString());

        assertTrue(response.startsWith("HTTP/1.1 201 "), response);
    }

    @Test
    void shouldReadARequestThatComesByteByByte() throws Exception
    {
        final String request = "GET /v1/cache HTTP/1.1\r\n" + HOST + LAST;
        try (Socket socket = node.connect())
        {
            socket.setTcpNoDelay(true);
            for (final byte b : request.getBytes(StandardCharsets.US_ASCII))
            {
                socket.getOutputStream().write(b);
            }
            assertTrue(AdminFixture.readAll(socket).startsWith(STATUS_200));
        }
    }

    @Test
    void shouldContinueWhenAClientAsksBeforeItSends() throws Exception
    {
        final String body = "{\"type\":\"RC\"}";
        final String head = " /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Content-Length: " + body.length() + "\r\n";
        try (Socket socket = node.connect())
        {
            write(socket, "POST" + head + "Expect: 100-continue\r\n" + LAST);
            assertEquals("HTTP/1.1 100 Continue\r\n\r\n", readHead(socket));
            write(socket, body);
            assertTrue(AdminFixture.readAll(socket).startsWith("HTTP/1.1 201 "));
        }
        try (Socket socket = node.connect())
        {
            write(socket, "PUT" + head + "Expect: 100-continue\r\n\r\n");
            assertTrue(AdminFixture.readAll(socket).startsWith("HTTP/1.1 405 "));
        }
        try (Socket socket = node.connect())
        {
            write(socket, "POST" + head + "Expect: the-impossible\r\n" + LAST + body);
            assertTrue(AdminFixture.readAll(socket).startsWith("HTTP/1.1 417 "));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "hello | 400",
        "GET /v1/node | 400",
        "GET /v1/node HTTP/1.1\\nHost 127.30.0.1 | 400",
        "GET /v1/node HTTP/1.1\\nHost : 127.30.0.1 | 400",
        "GET /v1/node HTTP/1.1\\nContent-Length: x | 400",
        "GET /v1/node HTTP/1.1\\nContent-Length: -1 | 400",
        "GET /v1/node HTTP/1.1\\nContent-Length: 1\\nContent-Length: 2 | 400",
        "GET v1/node HTTP/1.1 | 400",
        "GET http://evil.example/v1/node HTTP/1.1 | 403",
        "GET 127.30.0.1:80 HTTP/1.1 | 400",
        "GET * HTTP/1.1 | 400",
        "GET /v1/node?a=%zz HTTP/1.1 | 400",
        "GET /v1/node HTTP/2.0 | 505",
        "GET /v1/node HTTP/0.9 | 505"})
    void shouldRefuseMalformedHttpAndGoOn(final String head, final int status) throws Exception
    {
        final String hosted = head.contains("Host") ? head : head + "\\n" + HOST.strip();
        final String response = node.exchange(hosted.replace("\\n", "\r\n") + "\r\n" + LAST);

        assertTrue(response.startsWith("HTTP/1.1 " + status + " "), response);
        assertFalse(AdminFixture.body(response).get("message").textValue().isEmpty());
        assertEquals(200, node.get("/v1/node").status());
    }

    @Test
    void shouldRefuseABadChunkAndGoOn() throws Exception
    {
        final String response = node.exchange(
            "POST /v1/qps HTTP/1.1\r\n" + HOST + JSON + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n");

        assertTrue(response.startsWith("HTTP/1.1 400 "), response);
        assertEquals(200, node.get("/v1/node").status());
    }

    @Test
    void shouldRefuseHugeRequestLinesAndHeaders() throws Exception
    {
        final String huge = "x".repeat(200_000);
        assertTrue(node.exchange("GET /" + huge + " HTTP/1.1\r\n" + HOST + LAST).startsWith("HTTP/1.1 414 "));
        assertTrue(node.exchange("GET /v1/node HTTP/1.1\r\n" + HOST + "X: " + huge + "\r\n" + LAST)
            .startsWith("HTTP/1.1 431 "));
        assertTrue(node.exchange("GET /v1/node HTTP/1.1\r\n" + HOST + "X: y\r\n".repeat(10_000) + LAST)
            .startsWith("HTTP/1.1 431 "));
        assertEquals(200, node.get("/v1/node").status());
    }

    @Test
    void shouldDoNothingForHalfARequest() throws Exception
    {
        final String head = "POST /v1/qps HTTP/1.1\r\n" + HOST + JSON;
        for (final String half : List.of(
            "POST /v1/q",
            head,
            head + "Content-Length: 40\r\n\r\n{\"type\":\"RC\"}",
            head + "Transfer-Encoding: chunked\r\n\r\nd\r\n{\"type\":\"RC\"}\r\n"))
        {
            try (Socket socket = node.connect())
            {
                write(socket, half);
                socket.shutdownOutput();
                final String response = AdminFixture.readAll(socket);
                assertFalse(response.startsWith("HTTP/1.1 2"), response);
            }
        }
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldAnswerAClientThatHasClosedItsHalf() throws Exception
    {
        try (Socket socket = node.connect())
        {
            write(socket, ("GET /v1/cache HTTP/1.1\r\n" + HOST + "\r\n").repeat(3));
            socket.shutdownOutput();
            assertEquals(List.of(200, 200, 200), statuses(AdminFixture.readAll(socket)));
        }
    }

    @Test
    void shouldSpeakHttp10() throws Exception
    {
        final String response = node.exchange("GET /v1/cache HTTP/1.0\r\n" + HOST + "\r\n");

        assertTrue(response.startsWith(STATUS_200), response);
    }
}
