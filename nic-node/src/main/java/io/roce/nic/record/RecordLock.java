package io.roce.nic.record;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who records to a path: this program, known by the set, or another, known by the lock that it holds on the file there.
 * The two are apart since a program loses its lock on a file when it closes that file anywhere, even to look.
 */
final class RecordLock implements Closeable
{
    private static final String TAKEN = "another node records to it";
    private static final Set<Path> HERE = ConcurrentHashMap.newKeySet();

    /** Behind all that is ever written: some systems keep others from reading what is locked. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path path;

    private RecordLock(final Path path)
    {
        this.path = path;
    }

    /** @throws IOException when a recording of this program goes there, or its folder is not there. */
    static RecordLock of(final Path file) throws IOException
    {
        final Path path = file.toAbsolutePath();
        final Path real = path.getParent().toRealPath().resolve(path.getFileName());
        if (!HERE.add(real))
        {
            throw taken(file);
        }
        return new RecordLock(real);
    }

    /**
     * Keeps other programs off a file, until it is closed.
     *
     * @param isShared of one that is there and only moves: it may be read-only.
     * @throws IOException when one records to it.
     */
    static void lock(final Path file, final FileChannel channel, final boolean isShared) throws IOException
    {
        if (channel.tryLock(LOCKED_BYTE, 1, isShared) == null)
        {
            throw taken(file);
        }
    }

    @Override
    public void close()
    {
        HERE.remove(path);
    }

    private static IOException taken(final Path file)
    {
        return new FileSystemException(file.toString(), null, TAKEN);
    }
}
