package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.Json;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * What the two ends say to each other beside the queue pairs: JSON objects over TCP, one a line. The last one of an end
 * that cannot go on is {@code {"error": "..."}}. A thread of its own reads, so that an end that is busy measuring sees
 * at once when the other has gone.
 */
final class PeerLine implements AutoCloseable
{
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    /** Longest line, in bytes: the queue pairs of a phase take some 30 each. */
    private static final int MAX_LINE = 1 << 20;

    /** Lines that are read ahead: each end answers one before the next comes. */
    private static final int UNREAD_LINES = 4;
    private static final long LOOK_MS = 10;
    private static final String ERROR = "error";

    private final Socket socket;
    private final String peer;
    private final BlockingQueue<JsonNode> lines = new ArrayBlockingQueue<>(UNREAD_LINES);
    private final Thread reader;
    private volatile RuntimeException end;

    /** @param socket connected; closed with this. */
    PeerLine(final Socket socket) throws IOException
    {
        this.socket = socket;
        peer = Addresses.format((InetSocketAddress)socket.getRemoteSocketAddress());
        socket.setTcpNoDelay(true);
        final InputStream in = new BufferedInputStream(socket.getInputStream());
        reader = new Thread(() -> read(in), "roce-perf-line");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Connects to the end that waits.
     *
     * @throws NodeUnreachableException when nobody does.
     */
    static PeerLine connect(final InetAddress from, final InetSocketAddress to)
    {
        final Socket socket = new Socket();
        try
        {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(to, CONNECT_TIMEOUT_MS);
            return new PeerLine(socket);
        }
        catch (final IOException e)
        {
            close(socket);
            throw new NodeUnreachableException(
                "nobody waits at " + Addresses.format(to) + ": " + IoSentence.of(e), e);
        }
    }

    /** Where the other end is. */
    String peer()
    {
        return peer;
    }

    void send(final JsonNode object)
    {
        try
        {
            final ByteArrayOutputStream line = new ByteArrayOutputStream();
            line.writeBytes(Json.bytes(object));
            line.write('\n');
            socket.getOutputStream().write(line.toByteArray());
        }
        catch (final IOException e)
        {
            throw gone(e);
        }
    }

    /**
     * Waits for the next object.
     *
     * @throws NodeUnreachableException when the other end has gone, or is silent for so long.
     * @throws CommandFailedException   when it says why it does not go on, or something that is no object.
     */
    JsonNode await(final long timeoutNs)
    {
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < timeoutNs)
        {
            final JsonNode line = next(LOOK_MS);
            if (line != null)
            {
                return line;
            }
            requireOpen();
        }
        throw new NodeUnreachableException(
            "the other end at " + peer + " has said nothing for " + Durations.format(timeoutNs), null);
    }

    /** The next object if it has come, otherwise null; throws as {@link #await}. */
    JsonNode poll()
    {
        requireOpen();
        return next(0);
    }

    /** Tells the other end why this one does not go on, if it is still there. */
    void sendError(final Throwable why)
    {
        try
        {
            send(Json.object().put(ERROR, why.getMessage() == null ? why.toString() : why.getMessage()));
        }
        catch (final NodeUnreachableException e)
        {
            // It has gone, and that is why.
            return;
        }
    }

    /** Throws what {@link #await} would when nothing comes any more; allocates nothing as long as that is not so. */
    void requireOpen()
    {
        if (end != null && lines.isEmpty())
        {
            throw end;
        }
    }

    @Override
    public void close()
    {
        close(socket);
        reader.interrupt();
    }

    private JsonNode next(final long waitMs)
    {
        try
        {
            return lines.poll(waitMs, TimeUnit.MILLISECONDS);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted while waiting for " + peer, e);
        }
    }

    private void read(final InputStream in)
    {
        try
        {
            JsonNode line = line(in);
            while (!line.has(ERROR))
            {
                lines.put(line);
                line = line(in);
            }
            end = new CommandFailedException(
                "the other end at " + peer + " does not go on: " + line.get(ERROR).asText());
        }
        catch (final IOException e)
        {
            end = gone(e);
        }
        catch (final CommandFailedException e)
        {
            end = e;
        }
        catch (final InterruptedException e)
        {
            end = gone(new IOException("it was closed here"));
        }
    }

    private JsonNode line(final InputStream in) throws IOException
    {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        int octet = in.read();
        while (octet != '\n')
        {
            if (octet < 0)
            {
                throw new IOException("it has closed the connection");
            }
            if (line.size() == MAX_LINE)
            {
                throw foreign(null);
            }
            line.write(octet);
            octet = in.read();
        }
        try
        {
            final JsonNode object = Json.parse(line.toByteArray());
            if (object.isObject())
            {
                return object;
            }
        }
        catch (final IOException e)
        {
            throw foreign(e);
        }
        throw foreign(null);
    }

    private CommandFailedException foreign(final Throwable cause)
    {
        return new CommandFailedException(
            "what talks at " + peer + " is no end of 'roce perf': it sent no JSON object in a line", cause);
    }

    private NodeUnreachableException gone(final IOException cause)
    {
        return new NodeUnreachableException("the other end at " + peer + " has gone: " + IoSentence.of(cause), cause);
    }

    private static void close(final Socket socket)
    {
        try
        {
            socket.close();
        }
        catch (final IOException e)
        {
            // Nobody is left who could be told.
            return;
        }
    }
}
