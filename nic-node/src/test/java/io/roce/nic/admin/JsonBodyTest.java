package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.admin.AdminClient.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class JsonBodyTest extends WithAdmin
{
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
        assertTrue(reply.message().matches("The body [a-zA-Z ]+ at line \\d+, column \\d+\\."), reply.message());
        assertEquals(0, node.get("/v1/table").json().get("live").intValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "{ | The body ends before its JSON does at line 1, column 2.",
        "{\"type\":\"RC\"}{\"type\":\"RC\"} | The body must be one JSON value and has more at line 1, column 14.",
        "{\"type\":NaN} | The body is not JSON at line 1, column 12.",
        "{\"type\":\"RC\",\"type\":\"RC\"} | The body names a member twice at line 1, column 21."})
    void shouldSayInItsOwnWordsWhatIsNotJson(final String body, final String message) throws Exception
    {
        assertEquals(message, node.post("/v1/qps", body).message());
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
    void shouldReadJsonOfEveryErrorAlike() throws Exception
    {
        for (final Reply reply : List.of(
            node.get("/nothing"), node.get("/v1/qps/0x99"), node.get("/v1/qps/x"), node.delete("/v1/node"),
            node.post("/v1/qps", "{}"), node.post("/v1/qps", " ".repeat(70_000))))
        {
            final JsonNode json = reply.json();
            assertTrue(reply.status() >= 400);
            assertTrue(json.get("code").isTextual());
            assertTrue(json.get("message").isTextual());
            assertTrue(json.get("fields").isObject());
            assertNull(json.get("stackTrace"));
            json.get("fields").properties().forEach(
                field -> assertEquals(field.getValue(), json.get(field.getKey())));
        }
    }
}
