package io.roce.nic.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.Channel;
import io.netty.util.concurrent.EventExecutor;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The streams of {@code /v1/events}. A snapshot is made when an interval begins and somebody looks; whoever comes
 * within the interval gets the same one, so however many look, and however often they come back, the lanes are asked
 * once. Admin loop only.
 */
final class EventStreams
{
    private static final byte[] END = {'\n', '\n'};

    private final NodeSnapshots source;
    private final EventExecutor loop;
    private final int max;
    private final Map<Channel, EventStream> streams = new LinkedHashMap<>();

    /** The event of this interval, as its bytes; null when there is none. */
    private ByteBuf latest;

    /** Ends with the event that is being made; null when none is. */
    private CompletableFuture<Answer> making;
    private boolean isIntervalOn;
    private boolean isClosed;
    private long snapshots;
    private long dropped;

    /** @param max streams that may be open. */
    EventStreams(final NodeSnapshots source, final EventExecutor loop, final int max)
    {
        this.source = source;
        this.loop = loop;
        this.max = max;
    }

    /** From one event to the next. */
    long intervalMs()
    {
        return source.intervalMs();
    }

    /** Streams that may be open. */
    int max()
    {
        return max;
    }

    /** Streams that are open. */
    int open()
    {
        return streams.size();
    }

    /** Snapshots that have been made so far. */
    long snapshots()
    {
        return snapshots;
    }

    /** Streams that have been closed so far because their clients did not read. */
    long dropped()
    {
        return dropped;
    }

    /** What stands in front of a stream, and nothing of it. */
    CompletableFuture<Answer> head()
    {
        return CompletableFuture.completedFuture(Answer.stream(this::follow));
    }

    /** A stream, as soon as there is something to tell. */
    CompletableFuture<Answer> subscribe()
    {
        if (latest != null)
        {
            return head();
        }
        make();
        return making;
    }

    /** Ends all streams, and says why. */
    void close()
    {
        isClosed = true;
        end(Failures.closed());
    }

    private void follow(final Channel channel)
    {
        final EventStream stream = new EventStream(channel);
        streams.put(channel, stream);
        channel.closeFuture().addListener(closed -> streams.remove(channel));
        if (latest == null)
        {
            make();
        }
        else
        {
            stream.send(latest);
        }
    }

    private void make()
    {
        if (making == null)
        {
            making = new CompletableFuture<>();
            beginInterval();
            source.take().whenCompleteAsync(this::onTaken, loop);
        }
    }

    private void beginInterval()
    {
        if (!isIntervalOn)
        {
            isIntervalOn = true;
            loop.schedule(this::onIntervalOver, source.intervalMs(), TimeUnit.MILLISECONDS);
        }
    }

    private void onIntervalOver()
    {
        isIntervalOn = false;
        if (making != null)
        {
            beginInterval();    // lanes that are slow are not asked again before they have answered
        }
        else if (streams.isEmpty())
        {
            replaceLatest(null);
        }
        else
        {
            make();
        }
    }

    private void onTaken(final Json.Content snapshot, final Throwable failure)
    {
        final CompletableFuture<Answer> made = making;
        making = null;
        final ByteBuf event;
        try
        {
            if (failure != null || isClosed)
            {
                throw failure == null ? Failures.closed() : Failures.refusal(failure);
            }
            event = event(snapshots + 1, "snapshot", snapshot);
        }
        catch (final Refusal | RuntimeException e)
        {
            final Refusal refusal = Failures.refusal(e);
            made.completeExceptionally(refusal);
            end(refusal);
            return;
        }

        snapshots++;
        replaceLatest(event);
        for (final EventStream stream : List.copyOf(streams.values()))
        {
            if (!stream.send(event))
            {
                dropped++;
            }
        }
        made.complete(Answer.stream(this::follow));
    }

    private void replaceLatest(final ByteBuf event)
    {
        if (latest != null)
        {
            latest.release();
        }
        latest = event;
    }

    private void end(final Refusal reason)
    {
        replaceLatest(null);
        if (!streams.isEmpty())
        {
            final ByteBuf last = event(snapshots, "error", json -> Answer.write(json, reason));
            List.copyOf(streams.values()).forEach(stream -> stream.end(last));
            last.release();
        }
    }

    /** As a stream of events has it; owned by the caller. */
    private static ByteBuf event(final long id, final String name, final Json.Content data)
    {
        final ByteBuf event = ByteBufAllocator.DEFAULT.directBuffer();
        try (OutputStream out = new ByteBufOutputStream(event))
        {
            out.write("id: %d\nevent: %s\ndata: ".formatted(id, name).getBytes(StandardCharsets.US_ASCII));
            Json.write(data, out);
            event.writeBytes(END);
            return event;
        }
        catch (final IOException e)
        {
            event.release();
            throw new UncheckedIOException(e);
        }
        catch (final RuntimeException e)
        {
            event.release();
            throw e;
        }
    }
}
