package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A client of {@code /v1/events} that takes the bytes apart itself. */
final class EventClient implements AutoCloseable
{
    private final Socket socket;
    private final InputStream in;
    private final String head;
    private final boolean isChunked;

    /** Of the chunk that is being read, bytes that are left. */
    private int left;

    private EventClient(final Socket socket) throws IOException
    {
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream());
        final StringBuilder lines = new StringBuilder();
        for (String line = line(); !line.isEmpty(); line = line())
        {
            lines.append(line).append('\n');
        }
        head = lines.toString();
        isChunked = head.contains("transfer-encoding: chunked");
    }

    /** An event as it came: its three lines and the empty one. */
    record Event(String text)
    {
        int id()
        {
            return Integer.parseInt(member("id"));
        }

        String name()
        {
            return member("event");
        }

        JsonNode data() throws IOException
        {
            return AdminClient.MAPPER.readTree(member("data"));
        }

        private String member(final String name)
        {
            final String[] lines = text.split("\n", -1);
            final int index = name.equals("id") ? 0 : name.equals("event") ? 1 : 2;
            assertEquals(5, lines.length, text);
            assertEquals("", lines[3], text);
            assertTrue(lines[index].startsWith(name + ": "), text);
            return lines[index].substring(name.length() + 2);
        }
    }

    static EventClient open(final InetSocketAddress address) throws IOException
    {
        return open(address, "HTTP/1.1");
    }

    static EventClient open(final InetSocketAddress address, final String version) throws IOException
    {
        final Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(AdminClient.TIMEOUT_MS);
        socket.getOutputStream().write(
            "GET /v1/events %s\r\nHost: %s\r\n\r\n".formatted(version, address.getAddress().getHostAddress())
                .getBytes(StandardCharsets.US_ASCII));
        return new EventClient(socket);
    }

    /** Status line and headers, one a line. */
    String head()
    {
        return head;
    }

    /** The next event; null when the stream ends as it should. */
    Event next() throws IOException
    {
        final StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith("\n\n"))
        {
            final String line = bodyLine();
            if (line == null)
            {
                assertEquals("", text.toString());
                return null;
            }
            text.append(line).append('\n');
        }
        return new Event(text.toString());
    }

    private String bodyLine() throws IOException
    {
        final StringBuilder line = new StringBuilder();
        for (int b = bodyByte(); b != '\n'; b = bodyByte())
        {
            if (b < 0)
            {
                assertEquals("", line.toString());
                return null;
            }
            line.append((char)b);
        }
        return line.toString();
    }

    private int bodyByte() throws IOException
    {
        if (!isChunked)
        {
            return in.read();
        }
        if (left == 0)
        {
            left = Integer.parseInt(line(), 16);
            if (left == 0)
            {
                assertEquals("", line());
                assertEquals(-1, in.read(), "the connection ends with the stream");
                return -1;
            }
        }
        final int b = in.read();
        left--;
        if (left == 0)
        {
            assertEquals("", line());
        }
        return b;
    }

    private String line() throws IOException
    {
        final StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read())
        {
            assertTrue(b >= 0, "ends within a line: " + line);
            line.append((char)b);
        }
        assertTrue(line.toString().endsWith("\r"), line.toString());
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}
