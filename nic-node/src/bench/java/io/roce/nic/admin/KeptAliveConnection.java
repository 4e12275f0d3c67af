package io.roce.nic.admin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection to an admin server, and as little of a client as will do, so that the server is what is measured. */
final class KeptAliveConnection implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1 << 20;
    private static final String HEADERS_END = "\r\n\r\n";
    private static final String CONTENT_LENGTH = "content-length:";

    private final String host;
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_LENGTH];

    KeptAliveConnection(final InetSocketAddress server) throws IOException
    {
        host = server.getAddress().getHostAddress() + ':' + server.getPort();
        socket = new Socket(server.getAddress(), server.getPort());
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = socket.getInputStream();
    }

    /**
     * One request, and the body of its answer.
     *
     * @param json empty for none.
     */
    String send(final String method, final String path, final String json, final int status) throws IOException
    {
        final String type = json.isEmpty() ? "" : "Content-Type: application/json\r\n";
        out.write("%s %s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, host, type, json.length(), json)
            .getBytes(StandardCharsets.US_ASCII));
        return answer(status);
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }

    private String answer(final int status) throws IOException
    {
        int length = 0;
        int bodyStart = -1;
        int end = Integer.MAX_VALUE;
        while (length < end)
        {
            final int read = in.read(buffer, length, buffer.length - length);
            if (read <= 0)
            {
                throw new EOFException("the server has closed the connection, or answers with too much");
            }
            length += read;
            if (bodyStart < 0)
            {
                final String text = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                bodyStart = text.indexOf(HEADERS_END) + HEADERS_END.length();
                if (bodyStart < HEADERS_END.length())
                {
                    bodyStart = -1;
                    continue;
                }
                end = bodyStart + contentLength(text.substring(0, bodyStart), status);
            }
        }
        return new String(buffer, bodyStart, end - bodyStart, StandardCharsets.ISO_8859_1);
    }

    private static int contentLength(final String headers, final int status) throws IOException
    {
        if (!headers.startsWith("HTTP/1.1 " + status))
        {
            throw new IOException("not a " + status + ": " + headers);
        }
        final int start = headers.toLowerCase(Locale.ROOT).indexOf(CONTENT_LENGTH) + CONTENT_LENGTH.length();
        return Integer.parseInt(headers.substring(start, headers.indexOf('\r', start)).trim());
    }
}
