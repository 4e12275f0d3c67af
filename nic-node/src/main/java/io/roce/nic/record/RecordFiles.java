package io.roce.nic.record;

import io.roce.wire.capture.CaptureReader;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.PcapngWriter;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The files of one recording, one after the other: when one is full it moves to {@code FILE.1}, those before it move
 * on, and the oldest goes. What is no file, such as a pipe, is never full. One thread.
 */
final class RecordFiles implements Closeable
{
    private final RecordConfig config;
    private final List<String> interfaces;
    private final String application;
    private FileChannel channel;
    private PcapngWriter writer;
    private PcapngWriter ended;
    private RecordLock lock;
    private boolean isRegular;
    private long framesBefore;
    private long lastFileBytes;
    private long count;

    /** @param interfaces names, in the order of their indices. */
    RecordFiles(final RecordConfig config, final List<String> interfaces, final String application)
    {
        this.config = config;
        this.interfaces = interfaces;
        this.application = application;
    }

    /**
     * Begins a file, whose header is there when this returns. One that ended before it is closed only when this one is
     * locked: so no other node finds neither.
     */
    void begin() throws IOException
    {
        final Path file = config.file();
        isRegular = !Files.exists(file) || Files.isRegularFile(file);
        if (isRegular)
        {
            if (lock == null)
            {
                lock = RecordLock.of(file);
            }
            if (Files.exists(file) && Files.size(file) > 0)
            {
                leave(file);
            }
        }

        final FileChannel next = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try
        {
            if (isRegular)
            {
                RecordLock.lock(file, next, false);
                next.truncate(0);
            }
        }
        catch (final IOException ex)
        {
            next.close();
            throw ex;
        }
        closeEnded();
        channel = next;
        writer = new PcapngWriter(channel, application);
        count++;
        for (final String name : interfaces)
        {
            writer.networkInterface(LinkType.RAW.code(), name, CaptureReader.MAX_CAPTURED_LENGTH);
        }
        writer.flush();
    }

    /** The file that is there moves on, unless another program records to it. */
    private void leave(final Path file) throws IOException
    {
        if (ended != null)
        {
            moveOn(file);
            return;
        }
        try (FileChannel there = FileChannel.open(file, StandardOpenOption.READ))
        {
            RecordLock.lock(file, there, true);
            moveOn(file);
        }
    }

    private void closeEnded() throws IOException
    {
        if (ended != null)
        {
            final PcapngWriter closing = ended;
            ended = null;
            closing.close();
        }
    }

    Path file()
    {
        return config.file();
    }

    PcapngWriter writer()
    {
        return writer;
    }

    /** Whether there is no room for so many bytes more. */
    boolean isFullFor(final long bytes)
    {
        return isRegular && writer.length() + bytes > config.maxFileBytes();
    }

    /** Ends a file, of which nothing is missing on the disk then; {@link #begin} or {@link #close} is to follow. */
    void end() throws IOException
    {
        writer.flush();
        framesBefore += writer.wholeFrames();
        lastFileBytes = writer.wholeLength();
        ended = writer;
        writer = null;
    }

    /**
     * Leaves the files to others. One that has not ended could not be written: what is no whole block of it goes.
     */
    @Override
    public void close() throws IOException
    {
        try
        {
            closeEnded();
            if (writer != null)
            {
                framesBefore += writer.wholeFrames();
                lastFileBytes = writer.wholeLength();
                writer = null;
                try (FileChannel failed = channel)
                {
                    if (isRegular)
                    {
                        failed.truncate(lastFileBytes);
                    }
                }
            }
        }
        finally
        {
            if (lock != null)
            {
                lock.close();
                lock = null;
            }
        }
    }

    /** Frames in all files. */
    long frames()
    {
        return framesBefore + (writer == null ? 0 : writer.wholeFrames());
    }

    /** Bytes in the file that is, or was, written last. */
    long fileBytes()
    {
        return writer == null ? lastFileBytes : writer.wholeLength();
    }

    /** Files that have been begun. */
    long count()
    {
        return count;
    }

    private void moveOn(final Path file) throws IOException
    {
        for (int i = config.maxFiles() - 1; i > 0; i--)
        {
            final Path from = i == 1 ? file : numbered(file, i - 1);
            if (Files.exists(from))
            {
                Files.move(from, numbered(file, i), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static Path numbered(final Path file, final int number)
    {
        return file.resolveSibling(file.getFileName() + "." + number);
    }
}
