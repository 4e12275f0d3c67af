package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.roce.nic.link.Addresses;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A well-behaved client of one admin API. */
abstract class AdminClient
{
    static final int TIMEOUT_MS = 20_000;

    static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Where it is served. */
    abstract InetSocketAddress address();

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
        return HttpRequest.newBuilder(URI.create("http://" + Addresses.format(address()) + path))
            .timeout(Duration.ofMillis(TIMEOUT_MS));
    }

    Reply send(final HttpRequest request) throws Exception
    {
        final HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        final Reply reply = new Reply(response.statusCode(), response, MAPPER.readTree(response.body()));
        requireSentence(reply.json());
        return reply;
    }

    /** Every error that any test provokes is told in one sentence, in the node's own words. */
    static void requireSentence(final JsonNode json)
    {
        if (json.has("code"))
        {
            final String message = json.path("message").asText();
            assertTrue(message.matches("[^\\s.].*[^\\s.]\\."), message);
            assertFalse(
                message.matches("(?s).*(Feature|Exception|Jackson|JsonParser|java\\.|[a-z]\\. [A-Z]).*"), message);
        }
    }
}
