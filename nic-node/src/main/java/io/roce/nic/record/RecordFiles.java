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

    /** Begins a file, whose header is there when this returns. */
    void begin() throws IOException
    {
        final Path file = config.file();
        isRegular = !Files.exists(file) || Files.isRegularFile(file);
        if (isRegular && Files.exists(file) && Files.size(file) > 0)
        {
            moveOn(file);
        }

        channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        writer = new PcapngWriter(channel, application);
        count++;
        for (final String name : interfaces)
        {
            writer.networkInterface(LinkType.RAW.code(), name, CaptureReader.MAX_CAPTURED_LENGTH);
        }
        writer.flush();
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

    /** Ends a file; when this fails, {@link #close} is to follow. */
    void end() throws IOException
    {
        writer.flush();
        final PcapngWriter ended = writer;
        framesBefore += ended.wholeFrames();
        lastFileBytes = ended.wholeLength();
        writer = null;
        ended.close();
    }

    /** Ends a file that could not be written: what is no whole block goes. Does nothing when none is open. */
    @Override
    public void close() throws IOException
    {
        if (writer != null)
        {
            framesBefore += writer.wholeFrames();
            lastFileBytes = writer.wholeLength();
            writer = null;
            try (FileChannel ended = channel)
            {
                if (isRegular)
                {
                    ended.truncate(lastFileBytes);
                }
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
