package io.roce.tools.rewrite;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.ShutdownHook;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/**
 * A file that is there as a whole or not at all: what is written goes to a file beside it, which takes its name with
 * {@link #commit}. Until then, and if that never comes, what had the name stays; then its mode does. Symbolic links are
 * followed. What is no file, a device or a pipe, is written to as it comes; so is standard output, {@code -}.
 * <p>
 * Whatever cannot be written is a {@link CommandFailedException} that names the file.
 */
final class OutputFile extends OutputStream
{
    static final Path STANDARD_OUTPUT = Path.of("-");

    private static final int BUFFER_LENGTH = 64 * 1024;

    /** As Linux has it. */
    private static final int MAX_LINKS = 40;

    private final Path file;
    /** Null where it is written to as it comes. */
    private final Path partial;
    private final Closeable hook;
    private final OutputStream out;
    private boolean isCommitted;

    private OutputFile(final Path file, final Path partial, final OutputStream out)
    {
        this.file = file;
        this.partial = partial;
        this.out = new BufferedOutputStream(out, BUFFER_LENGTH);
        hook = partial == null ? () -> { } : new ShutdownHook("discard " + partial, this::discard)::close;
    }

    static OutputFile open(final Path file)
    {
        if (file.equals(STANDARD_OUTPUT))
        {
            return new OutputFile(Path.of("standard output"), null, new FileOutputStream(FileDescriptor.out));
        }
        try
        {
            if (Files.isDirectory(file))
            {
                throw new CommandFailedException(file + " is a directory");
            }
            if (Files.exists(file) && !Files.isRegularFile(file))
            {
                return new OutputFile(file, null, Files.newOutputStream(file));
            }

            final Path real = named(file);
            if (!Files.isDirectory(real.getParent()))
            {
                throw new CommandFailedException(file + " cannot be written: no such directory");
            }
            final Path partial =
                real.resolveSibling("." + real.getFileName() + "." + ProcessHandle.current().pid() + ".partial");
            if (Files.exists(real) && !Files.isWritable(real))
            {
                throw new CommandFailedException(file + " cannot be written: permission denied");
            }
            final OutputFile output = new OutputFile(
                real, partial, Files.newOutputStream(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING));
            keepMode(real, partial);
            return output;
        }
        catch (final IOException ex)
        {
            throw failed(file, ex);
        }
    }

    /** The file that a path leads to, by symbolic links too; it need not be there. */
    private static Path named(final Path file) throws IOException
    {
        Path named = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(named); links++)
        {
            if (links == MAX_LINKS)
            {
                throw new CommandFailedException(file + " cannot be written: too many levels of symbolic links");
            }
            named = named.resolveSibling(Files.readSymbolicLink(named));
        }
        return named;
    }

    /** What is there keeps its mode, and does so before there is anything to read. */
    private static void keepMode(final Path file, final Path partial) throws IOException
    {
        if (Files.exists(file) && Files.getFileAttributeView(file, PosixFileAttributeView.class) != null)
        {
            Files.setPosixFilePermissions(partial, Files.getPosixFilePermissions(file));
        }
    }

    @Override
    public void write(final int octet)
    {
        write(new byte[]{(byte)octet}, 0, 1);
    }

    @Override
    public void write(final byte[] octets, final int offset, final int length)
    {
        try
        {
            out.write(octets, offset, length);
        }
        catch (final IOException ex)
        {
            throw failed(file, ex);
        }
    }

    /** Everything has been written: it may have its name. */
    void commit()
    {
        try
        {
            out.close();
            if (partial != null)
            {
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            }
            isCommitted = true;
        }
        catch (final IOException ex)
        {
            throw failed(file, ex);
        }
    }

    /** Without {@link #commit} before, nothing has happened. */
    @Override
    public void close() throws IOException
    {
        hook.close();
        if (!isCommitted && partial != null)
        {
            discard();
        }
    }

    private void discard()
    {
        try
        {
            out.close();
        }
        catch (final IOException ex)
        {
            // It is thrown away.
        }
        try
        {
            Files.deleteIfExists(partial);
        }
        catch (final IOException ex)
        {
            throw failed(partial, ex);
        }
    }

    private static CommandFailedException failed(final Path file, final IOException cause)
    {
        return new CommandFailedException(file + " cannot be written: " + IoSentence.of(cause), cause);
    }
}
