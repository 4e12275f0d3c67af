package io.roce.nic.admin;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** A test with a served lane of its own, and the pieces that requests are put together from. */
abstract class WithAdmin
{
    static final String HOST = "Host: " + AdminFixture.ADDRESS + "\r\n";
    static final String LAST = "Connection: close\r\n\r\n";
    static final String JSON = "Content-Type: application/json\r\n";
    static final String STATUS_200 = "HTTP/1.1 200 ";

    /** Of the queue pair that is created first. */
    static final String FIRST_PATH = "/v1/qps/" + FakeLane.FIRST_QPN;
    static final String TO_INIT =
        "{\"state\":\"INIT\",\"pkey_index\":0,\"port_num\":1,\"qp_access_flags\":[\"REMOTE_WRITE\",\"LOCAL_WRITE\"]}";

    AdminFixture node;

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

    static void write(final Socket socket, final String text) throws IOException
    {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Up to the first empty line. */
    static String readHead(final Socket socket) throws IOException
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

    static List<Integer> statuses(final String responses)
    {
        return Pattern.compile("HTTP/1\\.1 (\\d{3}) ")
            .matcher(responses)
            .results()
            .map(result -> Integer.valueOf(result.group(1)))
            .toList();
    }

    /** Of an RC queue pair, a body to modify it with. */
    static String toRtr(final String dgid)
    {
        return """
            {"state": "RTR", "dgid": "%s", "path_mtu": 1024, "dest_qp_num": 16777214, "rq_psn": 1,
             "max_dest_rd_atomic": 2, "min_rnr_timer": 3}""".formatted(dgid);
    }
}
