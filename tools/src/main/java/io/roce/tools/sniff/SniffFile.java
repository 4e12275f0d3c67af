package io.roce.tools.sniff;

import io.roce.nic.NicNode;
import io.roce.tools.cli.IoSentence;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.LinkType;
import io.roce.wire.capture.LiveCapture;
import io.roce.wire.capture.PcapngWriter;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;

/** The file that every frame is written to besides, or none. What fails is said with the file's name. */
final class SniffFile implements Closeable
{
    private final Path file;
    private final PcapngWriter writer;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    private SniffFile(final Path file, final PcapngWriter writer)
    {
        this.file = file;
        this.writer = writer;
    }

    /** @param file null for none. */
    static SniffFile create(final Path file, final String networkInterface, final LinkType linkType)
        throws IOException
    {
        if (file == null)
        {
            return new SniffFile(null, null);
        }

        try
        {
            final PcapngWriter writer = PcapngWriter.create(file, "roce " + NicNode.version());
            try
            {
                writer.networkInterface(linkType.code(), networkInterface, LiveCapture.SNAP_LENGTH);
                writer.flush();
                return new SniffFile(file, writer);
            }
            catch (final IOException e)
            {
                writer.close();
                throw e;
            }
        }
        catch (final IOException e)
        {
            throw failed(file, e);
        }
    }

    /** @param verdict null for a frame that has none. */
    void frame(final Frame frame, final KernelVerdict verdict) throws IOException
    {
        run(() ->
        {
            view.wrap(frame.data());
            writer.direction(frame.direction())
                .comment(verdict != null && verdict.isDamage() ? verdict.name() : null)
                .frame(frame.timestampNs(), view, 0, frame.capturedLength(), frame.originalLength());
        });
    }

    void flush() throws IOException
    {
        run(() -> writer.flush());
    }

    /** Ends the file, with what has been counted. */
    void end(final long frames, final long dropped) throws IOException
    {
        run(() -> writer.statistics(
            0, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()), frames + dropped, dropped, null));
        flush();
    }

    @Override
    public void close() throws IOException
    {
        run(() -> writer.close());
    }

    private void run(final Step step) throws IOException
    {
        if (writer == null)
        {
            return;
        }

        try
        {
            step.run();
        }
        catch (final IOException e)
        {
            throw failed(file, e);
        }
    }

    private static IOException failed(final Path file, final IOException cause)
    {
        return new IOException(IoSentence.of(file, cause), cause);
    }

    @FunctionalInterface
    private interface Step
    {
        void run() throws IOException;
    }
}
