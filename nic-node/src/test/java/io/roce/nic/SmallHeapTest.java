package io.roce.nic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A node in a virtual machine of its own with memory for a few dozen pages of the table, where random numbers out of
 * all there are would soon have each a page of its own.
 */
@Timeout(120)
class SmallHeapTest
{
    private static final int DIRECT_MEMORY_BYTES = 32 << 20;
    private static final int PAGE_BYTES = 4096 * 256 + 64;
    private static final long QUARANTINE_MS = 2_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;
    private String admin;

    @BeforeEach
    void start() throws IOException
    {
        process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Xmx64m",
            "-XX:MaxDirectMemorySize=" + DIRECT_MEMORY_BYTES,
            "-cp", System.getProperty("java.class.path"),
            Program.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        admin = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertNotNull(admin, "the node has not started");
    }

    @AfterEach
    void stop() throws Exception
    {
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldGoOnWhenNumbersHeldBackHaveAllPages() throws Exception
    {
        for (int i = 0; i < 2_000; i++)
        {
            final JsonNode created = createOrWait("{\"type\":\"RC\"}");
            send("DELETE", "/v1/qps/" + created.get("qps").get(0).get("qpn").intValue(), null, 200);
        }
        final JsonNode table = send("GET", "/v1/table", null, 200);
        assertTrue(table.get("pages").intValue() > DIRECT_MEMORY_BYTES / 2 / PAGE_BYTES, table.toString());
        assertTrue(table.get("bytes_committed").longValue() <= table.get("bytes_bound").longValue(), table.toString());
        assertTrue(table.get("bytes_bound").longValue() > DIRECT_MEMORY_BYTES / 2, table.toString());
        assertTrue(table.get("bytes_bound").longValue() < DIRECT_MEMORY_BYTES, table.toString());

        // Each page has numbers that are held back.
        final String run = "{\"type\":\"UD\",\"count\":4096,\"contiguous\":true}";
        final JsonNode refused = send("POST", "/v1/qps", run, 409);
        assertEquals("QPNS_QUARANTINED", refused.get("code").textValue(), refused.toString());
        assertEquals(4_096, createOrWait(run).get("qps").size());
    }

    @Test
    void shouldSayThatTheTableIsFullWhenLiveQueuePairsHaveAllPages() throws Exception
    {
        final long bytesBound = send("GET", "/v1/table", null, 200).get("bytes_bound").longValue();
        final int pages = (int)(bytesBound / PAGE_BYTES);
        for (int page = 0; page < pages; page++)
        {
            send("POST", "/v1/qps", "{\"type\":\"RC\",\"count\":4096}", 201);
        }
        assertEquals(pages, send("GET", "/v1/table", null, 200).get("pages").intValue());
        final JsonNode refused = send("POST", "/v1/qps", "{\"type\":\"RC\"}", 409);
        assertEquals("TABLE_FULL", refused.get("code").textValue());
        assertTrue(refused.get("message").textValue().contains("no memory"), refused.toString());
    }

    /** A refusal is because of the quarantine and says when the call can be done; then it can. */
    private JsonNode createOrWait(final String body) throws Exception
    {
        final HttpResponse<String> response = send("POST", "/v1/qps", body);
        final JsonNode answer = new ObjectMapper().readTree(response.body());
        if (response.statusCode() == 201)
        {
            return answer;
        }

        assertEquals("QPNS_QUARANTINED", answer.get("code").textValue(), response.body());
        final long retryInMs = answer.get("retry_in_ms").longValue();
        assertTrue(retryInMs > 0 && retryInMs <= QUARANTINE_MS, response.body());
        Thread.sleep(retryInMs);
        return send("POST", "/v1/qps", body, 201);
    }

    private JsonNode send(final String method, final String path, final String body, final int status) throws Exception
    {
        final HttpResponse<String> response = send(method, path, body);
        assertEquals(status, response.statusCode(), response.body());
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> send(final String method, final String path, final String body) throws Exception
    {
        final HttpRequest.BodyPublisher publisher = body == null ?
            HttpRequest.BodyPublishers.noBody() :
            HttpRequest.BodyPublishers.ofString(body);
        return client.send(
            HttpRequest.newBuilder(URI.create(admin + path))
                .header("Content-Type", "application/json")
                .method(method, publisher)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    }

    /** Says where its node is, and ends with its standard input. */
    static final class Program
    {
        private Program()
        {
        }

        public static void main(final String[] args) throws Exception
        {
            try (NicNode node = NicNode.open(new NicNodeConfig()
                .bind(new InetSocketAddress(InetAddress.getByName("127.0.0.71"), 0))
                .qpns(0x1000, 0xFFEFFF)     // pages without a rest
                .allocation(AllocationOrder.RANDOM)
                .quarantine(QuarantinePolicy.ofTime(TimeUnit.MILLISECONDS.toNanos(QUARANTINE_MS)))))
            {
                System.out.println("http://127.0.0.71:" + node.adminAddress().getPort());
                while (System.in.read() >= 0)
                {
                    continue;
                }
            }
        }
    }
}
