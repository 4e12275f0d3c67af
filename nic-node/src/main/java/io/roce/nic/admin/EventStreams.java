package io.roce.nic.admin;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
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
 * The streams of {@code /v1/events}: one snapshot in an interval, as the same bytes for all of them, and none while
 * there are none. To each client one snapshot at most is on its way; those that are made meanwhile it does not get, and
 * one that takes too long over one is dropped. Admin loop only.
 */
final class EventStreams
{
    /** Snapshots that are made while a client has not taken one that it was sent, before it is dropped: 10 s. */
    static final int MAX_MISSED = 20;

    /** What the system holds for a client that does not read; twice as much on Linux. */
    static final int SEND_BUFFER_BYTES = 1 << 16;

    private final SnapshotEvents source;
    private final EventExecutor loop;
    private final Map<Channel, Subscriber> subscribers = new LinkedHashMap<>();

    /** The event of this interval; null when there is none. */
    private ByteBuf latest;

    /** Ends with the event that is being made; null when none is. */
    private CompletableFuture<Answer> making;
    private boolean isTicking;
    private long snapshots;
    private long dropped;

    EventStreams(final SnapshotEvents source, final EventExecutor loop)
    {
        this.source = source;
        this.loop = loop;
    }

    /** Streams that are open. */
    int open()
    {
        return subscribers.size();
    }

    /** Snapshots that have been made so far. */
    long snapshots()
    {
        return snapshots;
    }

    /** Clients that have been dropped so far because they did not read. */
    long dropped()
    {
        return dropped;
    }

    /** The headers of a stream, and nothing of it. */
    Answer head()
    {
        return Answer.stream(channel ->
        {
        });
    }

    /** A stream, as soon as there is something to tell. */
    CompletableFuture<Answer> subscribe()
    {
        if (latest != null)
        {
            return CompletableFuture.completedFuture(Answer.stream(this::follow));
        }
        make();
        return making.copy();
    }

    private void follow(final Channel channel)
    {
        final Subscriber subscriber = new Subscriber(channel);
        subscribers.put(channel, subscriber);
        channel.config().setOption(io.netty.channel.ChannelOption.SO_SNDBUF, SEND_BUFFER_BYTES);
        channel.closeFuture().addListener(closed -> subscribers.remove(channel));
        if (latest == null)
        {
            make();
        }
        else
        {
            subscriber.send(latest);
        }
    }

    private void make()
    {
        if (making != null)
        {
            return;
        }
        making = new CompletableFuture<>();
        tickLater();
        source.read().whenCompleteAsync(this::onRead, loop);
    }

    private void tickLater()
    {
        if (!isTicking)
        {
            isTicking = true;
            loop.schedule(this::onInterval, source.intervalMs(), TimeUnit.MILLISECONDS);
        }
    }

    private void onInterval()
    {
        isTicking = false;
        if (making != null)
        {
            tickLater();        // the lanes take longer than an interval: they are not asked again before they answer
        }
        else if (subscribers.isEmpty())
        {
            replaceLatest(null);
        }
        else
        {
            make();
        }
    }

    private void onRead(final Json.Content snapshot, final Throwable failure)
    {
        final CompletableFuture<Answer> made = making;
        making = null;
        try
        {
            if (failure != null)
            {
                throw Failures.refusal(failure);
            }
            replaceLatest(event(snapshots + 1, "snapshot", snapshot));
            snapshots++;
        }
        catch (final Refusal | RuntimeException e)
        {
            final Refusal refusal = Failures.refusal(e);
            replaceLatest(null);
            end(refusal);
            made.completeExceptionally(refusal);
            return;
        }
        for (final Subscriber subscriber : List.copyOf(subscribers.values()))
        {
            subscriber.send(latest);
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

    /** Tells why nothing more comes. */
    private void end(final Refusal refusal)
    {
        if (subscribers.isEmpty())
        {
            return;
        }
        final ByteBuf last = event(snapshots, "error", json -> Answer.write(json, refusal));
        for (final Subscriber subscriber : List.copyOf(subscribers.values()))
        {
            subscriber.end(last);
        }
        last.release();
    }

    /** One event of a stream of events, as bytes. */
    private static ByteBuf event(final long id, final String name, final Json.Content data)
    {
        final ByteBuf event = ByteBufAllocator.DEFAULT.directBuffer();
        try (OutputStream out = new ByteBufOutputStream(event))
        {
            out.write("id: %d\nevent: %s\ndata: ".formatted(id, name).getBytes(StandardCharsets.US_ASCII));
            Json.write(data, out);
            ByteBufUtil.writeAscii(event, "\n\n");
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

    /** One client. */
    private final class Subscriber
    {
        private final Channel channel;

        /** Whether an event is on its way, and how many more there have been since. */
        private boolean isTaking;
        private int missed;

        Subscriber(final Channel channel)
        {
            this.channel = channel;
        }

        void send(final ByteBuf event)
        {
            if (!isTaking)
            {
                isTaking = true;
                missed = 0;
                channel.writeAndFlush(new DefaultHttpContent(event.retainedDuplicate()))
                    .addListener(ChannelFutureListener.CLOSE_ON_FAILURE)
                    .addListener(taken -> isTaking = false);
            }
            else if (++missed >= MAX_MISSED)
            {
                dropped++;
                channel.close();
            }
        }

        void end(final ByteBuf event)
        {
            if (isTaking)
            {
                channel.close();
                return;
            }
            channel.writeAndFlush(new DefaultLastHttpContent(event.retainedDuplicate()))
                .addListener(ChannelFutureListener.CLOSE);
        }
    }
}
