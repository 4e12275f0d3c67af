package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class UsageResourceTest extends WithAdmin
{
    private static final int ALLOCATED = 1 << 20;

    @Test
    void shouldTellWhatTheLaneAllocates() throws Exception
    {
        final JsonNode before = node.get("/v1/usage").json();
        final byte[] bytes = node.lane.submit(() -> new byte[ALLOCATED]).get();
        final JsonNode after = node.get("/v1/usage").json();

        final long grown = lane(after, "allocated_bytes") - lane(before, "allocated_bytes");
        assertTrue(grown >= bytes.length, after.toString());
        assertTrue(grown < 2L * bytes.length, after.toString());
        assertEquals(
            node.lane.submit(() -> Thread.currentThread().getName()).get(), after.path("lane").path("thread").asText());
    }

    @Test
    void shouldTellProcessorTimeOfLaneAndProcess() throws Exception
    {
        final JsonNode usage = node.get("/v1/usage").json();

        assertEquals(ProcessHandle.current().pid(), usage.path("process").path("pid").asLong());
        assertTrue(lane(usage, "cpu_ns") > 0, usage.toString());
        assertTrue(usage.path("process").path("cpu_ns").asLong() > lane(usage, "cpu_ns"), usage.toString());
    }

    @Test
    void shouldNotGuessTheCallsOfALinkThatDoesNotCountThem() throws Exception
    {
        final JsonNode links = node.get("/v1/usage").json().path("links");

        assertEquals(3, links.size());
        assertEquals("{\"udp\":\"127.0.0.1:4791\",\"receive_calls\":null}", links.get(0).toString());
    }

    private static long lane(final JsonNode usage, final String field)
    {
        return usage.path("lane").path(field).asLong();
    }
}
