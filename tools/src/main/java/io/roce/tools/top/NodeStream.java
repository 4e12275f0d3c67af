package io.roce.tools.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/** Reads the snapshots of one node, in a thread of its own; a node that fails is asked again, ever more rarely. */
final class NodeStream implements AutoCloseable, Runnable
{
    private static final String PATH = "/v1/events";
    private static final String CONTENT_TYPE = "text/event-stream";
    private static final String SNAPSHOT = "snapshot";

    /** The last event of a node that cannot go on. */
    private static final String ERROR = "error";
    private static final int ERROR_STATUS = 500;

    private static final long BACKOFF_MIN_MS = 500;
    private static final long BACKOFF_MAX_MS = 8_000;

    /** Ten snapshots. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private final AdminClient client;
    private final StreamListener listener;
    private final NanoClock clock;
    private final Thread thread;
    private long backoffMs = BACKOFF_MIN_MS;
    private volatile InputStream answer;
    private volatile long heardNs;
    private volatile boolean isClosed;

    /** @param listener is told from {@link #start()} on. */
    NodeStream(final AdminClient client, final StreamListener listener, final NanoClock clock)
    {
        this.client = client;
        this.listener = listener;
        this.clock = clock;
        thread = new Thread(this, "top " + client.url());
        thread.setDaemon(true);
    }

    void start()
    {
        thread.start();
    }

    @Override
    public void run()
    {
        try
        {
            while (!isClosed)
            {
                try
                {
                    read();
                }
                catch (final AdminException | NodeUnreachableException e)
                {
                    if (!isClosed)
                    {
                        listener.onFailure(e);
                    }
                }
                catch (final RuntimeException e)
                {
                    // The run would wait for this thread without end.
                    if (!isClosed)
                    {
                        listener.onDefect(e);
                    }
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(backoffMs);
                backoffMs = Math.min(BACKOFF_MAX_MS, 2 * backoffMs);
            }
        }
        catch (final InterruptedException e)
        {
            // Only closing it interrupts it.
            isClosed = true;
        }
    }

    /** Cuts off a node that is connected and says nothing, so that it is asked again. */
    void endSilence()
    {
        final InputStream current = answer;
        if (current != null && clock.nanoTime() - heardNs > SILENCE_NS)
        {
            end(current);
        }
    }

    @Override
    public void close()
    {
        isClosed = true;
        thread.interrupt();
        final InputStream current = answer;
        if (current != null)
        {
            end(current);
        }
    }

    private void read() throws InterruptedException
    {
        try (InputStream in = client.open(PATH, CONTENT_TYPE))
        {
            heardNs = clock.nanoTime();
            answer = in;
            final EventReader events = new EventReader(in);
            for (ServerEvent event = events.next(); event != null && !isClosed; event = events.next())
            {
                heardNs = clock.nanoTime();
                if (SNAPSHOT.equals(event.name()))
                {
                    onSnapshot(event.data());
                }
                else if (ERROR.equals(event.name()))
                {
                    throw new AdminException(client.url(), ERROR_STATUS, parse(event.data()));
                }
            }
            throw new NodeUnreachableException("the node at " + client.url() + " has ended the stream", null);
        }
        catch (final IOException e)
        {
            throw new NodeUnreachableException(why(e), e);
        }
        finally
        {
            answer = null;
        }
    }

    private String why(final IOException e)
    {
        return clock.nanoTime() - heardNs > SILENCE_NS ?
            "the node at " + client.url() + " has said nothing for " + TimeUnit.NANOSECONDS.toSeconds(SILENCE_NS) +
                " s" :
            "the events at " + client.url() + " cannot be read: " + e.getMessage();
    }

    private void onSnapshot(final byte[] data) throws IOException, InterruptedException
    {
        final JsonNode json = parse(data);
        final Snapshot snapshot;
        try
        {
            snapshot = Snapshot.of(json);
        }
        catch (final IllegalArgumentException e)
        {
            throw new IOException(e.getMessage(), e);
        }
        backoffMs = BACKOFF_MIN_MS;
        listener.onSnapshot(snapshot, json);
    }

    private static JsonNode parse(final byte[] data) throws IOException
    {
        try
        {
            return Json.parse(data);
        }
        catch (final JsonProcessingException e)
        {
            throw new IOException("an event that is not JSON", e);
        }
    }

    private static void end(final InputStream stream)
    {
        try
        {
            stream.close();
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
