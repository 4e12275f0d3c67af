package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.admin.AdminClient.Reply;
import io.roce.nic.record.RecordConfig;
import io.roce.nic.record.RecordMode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node's recording, switched over HTTP. */
@Timeout(60)
class RecordResourceTest extends AdminClient
{
    private static final String HOST = "127.30.0.21";
    private static final String PATH = "/v1/record";

    @TempDir
    private Path folder;

    private NicNode node;

    @AfterEach
    void close()
    {
        node.close();
    }

    @Override
    InetSocketAddress address()
    {
        return node.adminAddress();
    }

    @Test
    void shouldSwitchOnAndOff() throws Exception
    {
        final Path file = folder.resolve("x.pcapng");
        open(new RecordConfig(file, RecordMode.DROPS, false, 100_000, 3));
        assertEquals(
            "{\"state\":\"OFF\",\"mode\":\"drops\",\"file\":\"" + file + "\",\"max_file_bytes\":100000," +
                "\"max_files\":3,\"packets\":0,\"recorded\":0,\"record_missed\":0,\"file_bytes\":0,\"files\":0," +
                "\"failure\":null}",
            get(PATH).json().toString());
        assertFalse(Files.exists(file));

        final Reply on = put("{\"mode\":\"all\"}");
        assertEquals(200, on.status());
        assertEquals("ON", on.json().path("state").asText());
        assertEquals("all", on.json().path("mode").asText());
        assertTrue(Files.size(file) > 0, "the file is there when the answer is");

        final Reply again = put("{}");
        assertEquals("drops", again.json().path("mode").asText(), "that of the start");
        assertEquals(1, again.json().path("files").asInt(), "it goes on in the same file");

        final Reply off = delete(PATH);
        assertEquals(200, off.status());
        assertEquals("OFF", off.json().path("state").asText());
        assertEquals(Files.size(file), off.json().path("file_bytes").asLong());
        assertEquals("OFF", delete(PATH).json().path("state").asText());

        assertEquals("ON", put("{}").json().path("state").asText());
        assertTrue(Files.exists(folder.resolve("x.pcapng.1")), "what was there has moved on");
    }

    @Test
    void shouldRefuseWithoutAFile() throws Exception
    {
        open(RecordConfig.NONE);

        assertEquals("{\"state\":\"NO_FILE\"}", get(PATH).json().toString());
        for (final Reply refusal : new Reply[]{put("{}"), delete(PATH)})
        {
            assertEquals(409, refusal.status());
            assertEquals("NO_RECORD_FILE", refusal.code());
            assertEquals("The node was started without a file to record to.", refusal.message());
        }
    }

    @Test
    void shouldSayWhyItCannotRecord() throws Exception
    {
        final Path file = folder.resolve("absent/x");
        open(new RecordConfig(file, RecordMode.ALL, false, 100_000, 3));

        final Reply refusal = put("{}");

        assertEquals(409, refusal.status());
        assertEquals("RECORD_FAILED", refusal.code());
        assertEquals(file + " cannot be written: there is no such folder.", refusal.message());
        assertEquals("FAILED", get(PATH).json().path("state").asText());
        assertEquals(file + " cannot be written: there is no such folder", get(PATH).json().path("failure").asText());
        Files.createDirectory(folder.resolve("absent"));
        assertEquals("ON", put("{}").json().path("state").asText());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"mode\":\"none\"} | UNKNOWN_NAME | mode must be one of all, drops: \"none\".",
        "{\"mode\":1} | WRONG_TYPE | mode is 1, not a string.",
        "{\"file\":\"/tmp/other\"} | UNKNOWN_NAME | There is no member \"file\" here; there is mode."})
    void shouldRefuseWhatItDoesNotKnow(final String body, final String code, final String message) throws Exception
    {
        open(new RecordConfig(folder.resolve("x"), RecordMode.ALL, false, 100_000, 3));

        final Reply refusal = put(body);

        assertEquals(400, refusal.status());
        assertEquals(code, refusal.code());
        assertEquals(message, refusal.message());
        assertEquals("OFF", get(PATH).json().path("state").asText());
    }

    private void open(final RecordConfig config) throws IOException
    {
        node = NicNode.open(new NicNodeConfig()
            .bind(new InetSocketAddress(HOST, 0)).admin(new InetSocketAddress(HOST, 0)).record(config));
    }

    private Reply put(final String body) throws Exception
    {
        return sendJson("PUT", PATH, body);
    }
}
