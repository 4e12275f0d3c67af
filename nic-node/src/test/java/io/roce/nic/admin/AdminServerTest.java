package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminFixture.Reply;
import io.roce.wire.icrc.IcrcMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(60)
class AdminServerTest
{
    private static final String HOST = "Host: " + AdminFixture.ADDRESS + "\r\n";
    private static final String LAST = "Connection: close\r\n\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String STATUS_200 = "HTTP/1.1 200 ";

    private AdminFixture node;

    @BeforeEach
    void open() throws Exception
    {
        node = new AdminFixture();
    }

    @AfterEach
    void close()
    {
        node.close();
    }

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
    @CsvSource({"/", "/v1", "/v1/", "/v1/qps/", "/v1/qps/17/", "/v1/qps/17/18", "/v2/node", "/V1/node", "/v1/nodes",
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
        node.lane.queuePairs.clock.advance(1);
        final Reply get = node.get("/v1/table");
        final String response = node.exchange(
            "HEAD /v1/table HTTP/1.1\r\n" + HOST + "\r\nGET /v1/table HTTP/1.1\r\n" + HOST + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
        final String headers = response.substring(0, response.indexOf("\r\n\r\n"));
        assertTrue(
            headers.toLowerCase().contains("content-length: " + get.response().body().length()), headers);
        assertTrue(response.substring(headers.length() + 4).startsWith(STATUS_200), response);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "text/plain", "application/x-www-form-urlencoded", "application/json-patch+json",
        "application/json; charset=iso-8859-1", "''"})
    void shouldReadNothingButJson(final String type) throws Exception
    {
        final Reply reply = node.send(node.request("/v1/qps")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"RC\"}"))
            .build());

        assertEquals(415, reply.status());
        assertEquals("UNSUPPORTED_MEDIA_TYPE", reply.code());
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldNotReadABodyThatIsNotSaidToBeJson() throws Exception
    {
        assertEquals(415, node.send(
            node.request("/v1/qps").POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"RC\"}")).build()).status());
        assertEquals(415, node.send(
            node.request("/v1/qps")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"RC\"}"))
                .build()).status());
        assertEquals(201, node.send(
            node.request("/v1/qps")
                .header("Content-Type", "Application/JSON; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"RC\"}"))
                .build()).status());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{", "{\"type\"", "{\"type\":\"RC\"}}", "{\"type\":\"RC\"} {}", "{'type':'RC'}", "{\"type\":\"RC\",}",
        "{\"type\":\"RC\",\"type\":\"UC\"}", "{\"type\":\"RC\",\"count\":01}", "{\"type\":\"RC\",\"count\":0x1}",
        "{\"type\":\"RC\",\"count\":NaN}", "{\"type\":\"RC\",\"count\":+1}", "{\"type\":\"RC\"}//", "<qp/>"})
    void shouldRefuseWhatIsNotJson(final String body) throws Exception
    {
        final Reply reply = node.post("/v1/qps", body);

        assertEquals(400, reply.status(), reply.message());
        assertEquals("SYNTAX", reply.code());
        assertTrue(reply.json().get("fields").get("line").intValue() >= 1);
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @Test
    void shouldRefuseJsonBombs() throws Exception
    {
        final String opened = "[".repeat(60_000);
        final List<String> bombs = List.of(
            opened,
            "{\"type\":" + opened,
            "{\"a\":".repeat(10_000),
            "{\"type\":\"RC\",\"count\":" + "9".repeat(60_000) + "}",
            "{\"type\":\"RC\",\"count\":1e" + "9".repeat(30) + "}",
            "{\"" + "x".repeat(60_000) + "\":1}",
            "{\"type\":\"" + "x".repeat(60_000) + "\"}",
            "");
        for (final String bomb : bombs)
        {
            final Reply reply = node.post("/v1/qps", bomb);
            assertEquals(400, reply.status());
            assertTrue(reply.response().body().length() < 2_000, reply.response().body());
        }
        assertEquals(200, node.get("/v1/node").status());
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
    void shouldRefuseABodyThatIsNotUtf8() throws Exception
    {
        final byte[] latin1 = "{\"type\":\"R\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        final byte[] utf16 = "{\"type\":\"RC\"}".getBytes(StandardCharsets.UTF_16LE);
        for (final byte[] body : List.of(latin1, utf16))
        {
            final Reply reply = node.send(node.request("/v1/qps")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
            assertEquals(400, reply.status());
            assertEquals("SYNTAX", reply.code());
        }
    }

    @Test
    void shouldTakeABodyOf64KiBAndNotOneByteMore() throws Exception
    {
        final String body = "{\"type\":\"RC\"}";
        final String padding = " ".repeat((1 << 16) - body.length());

        assertEquals(201, node.post("/v1/qps", body + padding).status());

        final Reply declared = node.post("/v1/qps", body + padding + " ");
        assertEquals(413, declared.status());
        assertEquals("BODY_TOO_LARGE", declared.code());
        assertEquals(65_536, declared.json().get("fields").get("max").intValue());

        final Reply chunked = node.send(node.request("/v1/qps")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString(body + padding + " ")))
            .build());
        assertEquals(413, chunked.status());
        assertEquals(1, node.get("/v1/table").json().get("live").intValue());
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

    @ParameterizedTest
    @CsvSource({"127.30.0.1", "127.30.0.1:4791", "127.30.0.1:80", "localhost", "LOCALHOST:4791"})
    void shouldAnswerToItsOwnNames(final String host) throws Exception
    {
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST);

        assertTrue(response.startsWith(STATUS_200), response);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "evil.example", "127.30.0.2", "127.30.0.1.evil.example", "localhost.evil.example", "127.30.0.1@evil.example",
        "evil.example:4791", "127.30.0.1:x", "127.30.0.1:123456", "[::1]", "::1", "0.0.0.0", "[127.30.0.1", "''"})
    void shouldRefuseAForeignHost(final String host) throws Exception
    {
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST);

        assertTrue(response.startsWith("HTTP/1.1 403 "), response);
        assertEquals("FOREIGN_HOST", AdminFixture.body(response).get("code").textValue());
    }

    @Test
    void shouldWantOneHostHeader() throws Exception
    {
        assertTrue(node.exchange("GET /v1/node HTTP/1.1\r\n" + LAST).startsWith("HTTP/1.1 400 "));
        assertTrue(node.exchange("GET /v1/node HTTP/1.1\r\n" + HOST + "Host: evil.example\r\n" + LAST)
            .startsWith("HTTP/1.1 400 "));
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.30.0.1:PORT, 200",
        "HTTP://127.30.0.1:PORT, 200",
        "http://127.30.0.1, 403",
        "http://127.30.0.1:1, 403",
        "https://127.30.0.1:PORT, 403",
        "http://127.30.0.1:PORT.evil.example, 403",
        "http://evil.example, 403",
        "null, 403"})
    void shouldRefusePagesOfAnotherOrigin(final String origin, final int status) throws Exception
    {
        final int port = node.server.address().getPort();
        final String response = node.exchange("GET /v1/node HTTP/1.1\r\nHost: 127.30.0.1:" + port + "\r\nOrigin: " +
            origin.replace("PORT", Integer.toString(port)) + "\r\n" + LAST);

        assertTrue(response.startsWith("HTTP/1.1 " + status + " "), response);
        assertFalse(response.toLowerCase().contains("access-control"), response);
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
        "GET http://evil.example/v1/node HTTP/1.1 | 400",
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
    void shouldTellTheConnectionThatIsOneTooMany() throws Exception
    {
        final InetSocketAddress any = new InetSocketAddress(AdminFixture.ADDRESS, 0);
        try (AdminFixture small = new AdminFixture(new AdminConfig(any, null, 30_000, 2));
            Socket first = small.connect();
            Socket second = small.connect();
            Socket third = small.connect())
        {
            final String refused = AdminFixture.readAll(third);
            assertTrue(refused.startsWith("HTTP/1.1 503 "), refused);
            assertEquals("TOO_MANY_CONNECTIONS", AdminFixture.body(refused).get("code").textValue());

            for (final Socket socket : List.of(first, second))
            {
                write(socket, "GET /v1/cache HTTP/1.1\r\n" + HOST + LAST);
                assertTrue(AdminFixture.readAll(socket).startsWith(STATUS_200));
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
    void shouldWantTheTokenWhereThereIsOne() throws Exception
    {
        final InetSocketAddress any = new InetSocketAddress(AdminFixture.ADDRESS, 0);
        try (AdminFixture guarded = new AdminFixture(new AdminConfig(any, "5E55101D")))
        {
            final Reply none = guarded.get("/v1/node");
            assertEquals(401, none.status());
            assertEquals("UNAUTHORIZED", none.code());
            assertEquals("Bearer realm=\"roce\"", none.header("WWW-Authenticate"));

            for (final String wrong : List.of(
                "Bearer 5E55101E", "Bearer 5E55101", "Bearer 5E55101D5E55101D", "Bearer", "Basic 5E55101D", "5E55101D"))
            {
                final Reply reply = guarded.send(
                    guarded.request("/v1/node").header("Authorization", wrong).build());
                assertEquals(401, reply.status(), wrong);
            }
            assertEquals(200, guarded.send(
                guarded.request("/v1/node").header("Authorization", "bearer 5E55101D").build()).status());
        }
    }

    @Test
    void shouldSayWhyItCannotBind() throws Exception
    {
        final AdminConfig taken = new AdminConfig(node.server.address(), null);
        final IOException e = assertThrows(IOException.class, () -> AdminServer.open(
            taken, node.lane, new NodeFacts("0.1.0", IcrcMode.INFER, "cyclic", 0), node.lane.queuePairs.clock));

        assertEquals(
            "The admin API cannot be served on 127.30.0.1:" + node.server.address().getPort() +
                ": Address already in use.",
            e.getMessage());
        assertEquals(200, node.get("/v1/node").status());
    }

    @Test
    void shouldServeIpv6() throws Exception
    {
        try (AdminFixture six = new AdminFixture(new AdminConfig(new InetSocketAddress("::1", 0), null)))
        {
            for (final String host : List.of("[::1]", "[::1]:4791", "[0:0:0:0:0:0:0:1]", "localhost"))
            {
                assertTrue(six.exchange("GET /v1/node HTTP/1.1\r\nHost: " + host + "\r\n" + LAST)
                    .startsWith(STATUS_200));
            }
            assertTrue(six.exchange("GET /v1/node HTTP/1.1\r\nHost: [::2]\r\n" + LAST).startsWith("HTTP/1.1 403 "));
        }
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

    @Test
    void shouldReadJsonOfEveryErrorAlike() throws Exception
    {
        for (final Reply reply : List.of(
            node.get("/nothing"), node.get("/v1/qps/0x99"), node.get("/v1/qps/x"), node.delete("/v1/node"),
            node.post("/v1/qps", "{}"), node.post("/v1/qps", " ".repeat(70_000))))
        {
            final JsonNode json = reply.json();
            assertTrue(reply.status() >= 400);
            assertTrue(json.get("code").isTextual());
            assertTrue(json.get("message").textValue().endsWith("."), reply.message());
            assertTrue(json.get("fields").isObject());
            assertNull(json.get("stackTrace"));
            json.get("fields").properties().forEach(
                field -> assertEquals(field.getValue(), json.get(field.getKey())));
        }
    }

    private static void write(final Socket socket, final String text) throws IOException
    {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Up to the first empty line. */
    private static String readHead(final Socket socket) throws IOException
    {
        final InputStream in = socket.getInputStream();
        final StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n"))
        {
            final int b = in.read();
            assertTrue(b >= 0, head.toString());
            head.append((char)b);
        }
        return head.toString();
    }

    private static List<Integer> statuses(final String responses)
    {
        return Pattern.compile("HTTP/1\\.1 (\\d{3}) ")
            .matcher(responses)
            .results()
            .map(result -> Integer.valueOf(result.group(1)))
            .toList();
    }
}
