package io.roce.nic.record;

import io.roce.wire.capture.FrameDirection;
import io.roce.wire.capture.PcapngWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/**
 * Takes packets out of the ring and writes them. Whatever goes wrong ends this and nothing else. A thread of its own;
 * the futures and figures are for all.
 */
final class RecordWriter implements Runnable
{
    private static final int MESSAGES_PER_ROUND = 256;
    private static final long IDLE_NS = 1_000_000;

    /** Of a block, but for frame and comment. */
    private static final int BLOCK_OVERHEAD = 64;

    private final OneToOneRingBuffer ring;
    private final long[] missedByLane;
    private final RecordFiles files;
    private final EpochNanoClock clock;
    private final Consumer<String> log;
    private final CompletableFuture<Void> before;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final MessageHandler handler = this::onMessage;
    private final RecordedPacket packet = new RecordedPacket();
    private final StringBuilder comment = new StringBuilder();
    private final long[] written;
    private final long[] missed;

    private volatile boolean isEnding;
    private volatile long recorded;
    private volatile long fileBytes;
    private volatile long fileCount;
    private volatile String failure;

    /**
     * @param missedByLane for each interface, packets that found no room; the lane's until {@link #end}.
     * @param before       what has to be done before this begins.
     */
    RecordWriter(
        final OneToOneRingBuffer ring,
        final long[] missedByLane,
        final RecordFiles files,
        final EpochNanoClock clock,
        final Consumer<String> log,
        final CompletableFuture<Void> before)
    {
        this.ring = ring;
        this.missedByLane = missedByLane;
        this.files = files;
        this.clock = clock;
        this.log = log;
        this.before = before;
        written = new long[missedByLane.length];
        missed = new long[missedByLane.length];
    }

    @Override
    public void run()
    {
        try
        {
            before.join();
            files.begin();
            publish();
            opened.complete(null);
            drain();
            System.arraycopy(missedByLane, 0, missed, 0, missed.length);
            endFile();
            files.close();
            publish();
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            fail(ex);
        }
        finally
        {
            ended.complete(null);
        }
    }

    CompletableFuture<Void> opened()
    {
        return opened;
    }

    CompletableFuture<Void> ended()
    {
        return ended;
    }

    /** Nothing will be put in the ring any more. */
    CompletableFuture<Void> end()
    {
        isEnding = true;
        return ended;
    }

    /** Packets that are in files. */
    long recorded()
    {
        return recorded;
    }

    long fileBytes()
    {
        return fileBytes;
    }

    long files()
    {
        return fileCount;
    }

    String failure()
    {
        return failure;
    }

    private void drain() throws IOException
    {
        boolean isLast = false;
        while (!isLast)
        {
            // Asked before the ring is: what was put in before that is seen.
            final boolean isLastRound = isEnding;
            // A read that finds the end of the ring's memory answers with nothing, and there may be more at its start.
            while (ring.size() > 0)
            {
                read();
                publish();
            }
            files.writer().flush();
            publish();
            isLast = isLastRound;
            if (!isLast)
            {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    private void read() throws IOException
    {
        try
        {
            ring.read(handler, MESSAGES_PER_ROUND);
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private void onMessage(final int type, final MutableDirectBuffer buffer, final int index, final int length)
    {
        packet.read(buffer, index);
        try
        {
            write(buffer, index + RecordedPacket.LENGTH, length - RecordedPacket.LENGTH);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void write(final MutableDirectBuffer buffer, final int offset, final int length) throws IOException
    {
        final int source = packet.networkInterface;
        final long missedBefore = packet.missed - missed[source];
        comment.setLength(0);
        packet.appendComment(comment, missedBefore);
        if (files.isFullFor(BLOCK_OVERHEAD + comment.length() + length))
        {
            endFile();
            files.begin();
        }

        missed[source] = packet.missed;
        written[source]++;
        files.writer()
            .from(source)
            .dropped(missedBefore)
            .comment(comment)
            .direction(packet.fate == null ? FrameDirection.OUTBOUND : FrameDirection.INBOUND)
            .frame(packet.timeNs, buffer, offset, length, length);
    }

    /** The last blocks say of each interface how many there were, and how many are missing. */
    private void endFile() throws IOException
    {
        final PcapngWriter writer = files.writer();
        final long nowNs = clock.nanoTime();
        for (int i = 0; i < written.length; i++)
        {
            writer.statistics(i, nowNs, written[i] + missed[i], missed[i],
                missed[i] == 0 ? null : missed[i] + " packets of this interface are not recorded");
        }
        files.end();
    }

    private void publish()
    {
        recorded = files.frames();
        fileBytes = files.fileBytes();
        fileCount = files.count();
    }

    private void fail(final Throwable cause)
    {
        try
        {
            files.close();
        }
        catch (final IOException ex)
        {
            cause.addSuppressed(ex);
        }

        publish();
        final String sentence = files.file() + " cannot be written: " + reason(cause);
        failure = sentence;
        if (!opened.completeExceptionally(new IOException(sentence, cause)))
        {
            log.accept("recording has stopped, and the node goes on: " + sentence);
        }
    }

    private static String reason(final Throwable cause)
    {
        if (cause instanceof NoSuchFileException)
        {
            return "there is no such folder";
        }

        if (cause instanceof AccessDeniedException)
        {
            return "permission denied";
        }

        if (cause instanceof final FileSystemException ex && ex.getReason() != null)
        {
            return ex.getReason();
        }

        return cause instanceof IOException && cause.getMessage() != null ? cause.getMessage() : cause.toString();
    }
}
