package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QueuePairsFixture;
import io.roce.nic.transport.Profile;
import io.roce.wire.icrc.IcrcMode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A served fake lane, and clients of it: a well-behaved one, and bytes on a socket. */
final class AdminFixture implements AutoCloseable
{
    static final String ADDRESS = "127.30.0.1";
    static final long STARTED_NS = 1_000_000_000L;
    static final int TIMEOUT_MS = 20_000;
    static final NodeFacts FACTS =
        new NodeFacts("0.1.0", IcrcMode.INFER, Profile.RXE_6_1, FakeLane.PORTS, STARTED_NS);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    final FakeLane lane;
    final AdminServer server;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    AdminFixture() throws IOException
    {
        this(new AdminConfig(new InetSocketAddress(ADDRESS, 0), null));
    }

    AdminFixture(final AdminConfig config) throws IOException
    {
        this(config, FakeLane.LAST_QPN);
    }

    AdminFixture(final AdminConfig config, final int lastQpn) throws IOException
    {
        this(config, lastQpn, QueuePairsFixture.policies("2147483648ns"));
    }

    AdminFixture(final AdminConfig config, final int lastQpn, final QpnPolicies policies) throws IOException
    {
        lane = new FakeLane(lastQpn, policies);
        lane.clock.update(STARTED_NS);
        server = AdminServer.open(config, lane, FACTS, lane.clock);
    }

    /** An answer: status, headers and body. */
    record Reply(int status, HttpResponse<String> response, JsonNode json)
    {
        String code()
        {
            return json.path("code").asText();
        }

        String message()
        {
            return json.path("message").asText();
        }

        String header(final String name)
        {
            return response.headers().firstValue(name).orElse(null);
        }
    }

    Reply get(final String path) throws Exception
    {
        return send(request(path).GET().build());
    }

    Reply delete(final String path) throws Exception
    {
        return send(request(path).DELETE().build());
    }

    Reply post(final String path, final String body) throws Exception
    {
        return sendJson("POST", path, body);
    }

    Reply patch(final String path, final String body) throws Exception
    {
        return sendJson("PATCH", path, body);
    }

    Reply sendJson(final String method, final String path, final String body) throws Exception
    {
        return send(request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build());
    }

    HttpRequest.Builder request(final String path)
    {
        return HttpRequest.newBuilder(URI.create("http://" + ADDRESS + ":" + server.address().getPort() + path))
            .timeout(Duration.ofMillis(TIMEOUT_MS));
    }

    Reply send(final HttpRequest request) throws Exception
    {
        final HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        final Reply reply = new Reply(response.statusCode(), response, MAPPER.readTree(response.body()));
        requireSentence(reply.json());
        return reply;
    }

    /** What comes back for these bytes until the server closes. */
    String exchange(final byte[] bytes) throws IOException
    {
        try (Socket socket = connect())
        {
            socket.getOutputStream().write(bytes);
            return readAll(socket);
        }
    }

    String exchange(final String text) throws IOException
    {
        return exchange(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Socket connect() throws IOException
    {
        final Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }

    static String readAll(final Socket socket) throws IOException
    {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The value behind the headers of a response. */
    static JsonNode body(final String response) throws IOException
    {
        final JsonNode json = MAPPER.readTree(response.substring(response.indexOf("\r\n\r\n") + 4));
        requireSentence(json);
        return json;
    }

    /** Every error that any test provokes is told in one sentence, in the node's own words. */
    private static void requireSentence(final JsonNode json)
    {
        if (json.has("code"))
        {
            final String message = json.path("message").asText();
            assertTrue(message.matches("[^\\s.].*[^\\s.]\\."), message);
            assertFalse(
                message.matches("(?s).*(Feature|Exception|Jackson|JsonParser|java\\.|[a-z]\\. [A-Z]).*"), message);
        }
    }

    @Override
    public void close()
    {
        server.close();
        lane.close();
    }
}
