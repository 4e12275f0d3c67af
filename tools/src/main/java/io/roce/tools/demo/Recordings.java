package io.roce.tools.demo;

import java.io.Closeable;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The recordings that the program brings with it, in its jar, or those of a folder. */
final class Recordings implements Closeable
{
    private static final String FOLDER = "captures";

    private final FileSystem jar;
    private final List<Path> files;

    private Recordings(final FileSystem jar, final Path folder) throws IOException
    {
        this.jar = jar;
        try (Stream<Path> list = Files.list(folder))
        {
            files = list
                .filter(file -> file.toString().endsWith(".pcap") || file.toString().endsWith(".pcapng"))
                .sorted()
                .toList();
        }
    }

    /** Those in the jar or the class path folder that this class is in. */
    static Recordings bundled() throws IOException
    {
        final Path program = program();
        if (Files.isDirectory(program))
        {
            return in(program.resolve(FOLDER));
        }
        final FileSystem jar = FileSystems.newFileSystem(program);
        try
        {
            return new Recordings(jar, jar.getPath(FOLDER));
        }
        catch (final NoSuchFileException ex)
        {
            jar.close();
            throw new NoSuchFileException(program + "!/" + FOLDER);
        }
    }

    /** Those of a folder. */
    static Recordings in(final Path folder) throws IOException
    {
        return new Recordings(null, folder);
    }

    /** In the order of their names; readable until this is closed. */
    List<Path> files()
    {
        return files;
    }

    @Override
    public void close() throws IOException
    {
        if (jar != null)
        {
            jar.close();
        }
    }

    private static Path program()
    {
        try
        {
            return Path.of(Recordings.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        }
        catch (final URISyntaxException ex)
        {
            throw new IllegalStateException("a class loaded from no file", ex);
        }
    }
}
