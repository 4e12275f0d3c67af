package io.roce.tools.report;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.IoSentence;
import io.roce.tools.cli.ShutdownHook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder that is there with all its files or not at all. It is not there before, or empty. Whether it can be written
 * is tried at once, since what it is for takes a while; the files are written at the end.
 * <p>
 * Whatever cannot be written is a {@link CommandFailedException} that names the folder.
 */
public final class OutputFolder implements AutoCloseable
{
    private final Path folder;
    private final boolean isThere;
    private final Path partial;
    private final ShutdownHook hook;
    private final Map<String, String> files = new LinkedHashMap<>();

    private OutputFolder(final Path folder, final boolean isThere, final Path partial)
    {
        this.folder = folder;
        this.isThere = isThere;
        this.partial = partial;
        hook = new ShutdownHook("discard " + partial, this::discard);
    }

    public static OutputFolder open(final Path folder)
    {
        try
        {
            final boolean isThere = Files.isDirectory(folder);
            if (!isThere && Files.exists(folder))
            {
                throw new CommandFailedException(folder + " is there already, and is no folder");
            }
            if (isThere && !isEmpty(folder))
            {
                throw new CommandFailedException(
                    folder + " is not empty: what is written goes into a folder that is new or empty");
            }
            final Path absolute = folder.toAbsolutePath().normalize();
            final Path parent = isThere ? absolute : absolute.getParent();
            if (parent == null || !Files.isDirectory(parent))
            {
                throw new CommandFailedException(folder + " cannot be written: no such folder: " + parent);
            }
            final Path partial = parent.resolve(
                "." + absolute.getFileName() + "." + ProcessHandle.current().pid() + ".partial");
            Files.createDirectory(partial);
            return new OutputFolder(folder, isThere, partial);
        }
        catch (final IOException e)
        {
            throw failed(folder, e);
        }
    }

    /** A file to be written with all others. */
    public void put(final String name, final String content)
    {
        files.put(name, content);
    }

    /** Writes all of them. */
    public void commit()
    {
        try
        {
            for (final Map.Entry<String, String> file : files.entrySet())
            {
                Files.writeString(partial.resolve(file.getKey()), file.getValue());
            }
            if (isThere)
            {
                for (final String name : files.keySet())
                {
                    Files.move(partial.resolve(name), folder.resolve(name));
                }
            }
            else
            {
                Files.move(partial, folder.toAbsolutePath().normalize());
            }
        }
        catch (final IOException e)
        {
            throw failed(folder, e);
        }
    }

    /** Without {@link #commit} before, nothing is left. */
    @Override
    public void close()
    {
        hook.close();
        discard();
    }

    private void discard()
    {
        if (!Files.isDirectory(partial))
        {
            return;
        }
        try
        {
            for (final String name : files.keySet())
            {
                Files.deleteIfExists(partial.resolve(name));
            }
            Files.deleteIfExists(partial);
        }
        catch (final IOException e)
        {
            throw failed(partial, e);
        }
    }

    private static boolean isEmpty(final Path folder) throws IOException
    {
        try (Stream<Path> entries = Files.list(folder))
        {
            return entries.findAny().isEmpty();
        }
    }

    private static CommandFailedException failed(final Path folder, final IOException cause)
    {
        return new CommandFailedException(folder + " cannot be written: " + IoSentence.of(cause), cause);
    }
}
