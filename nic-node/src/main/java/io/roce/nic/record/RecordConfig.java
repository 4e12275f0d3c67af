package io.roce.nic.record;

import java.nio.file.Path;

/**
 * What is recorded and where to.
 *
 * @param file         is written; null for nowhere, and then nothing can ever be recorded. One that is there already
 *                     moves as if it were full.
 * @param mode         which packets.
 * @param isOn         whether it begins with the node, or only when it is switched on.
 * @param maxFileBytes a file with as many is full: it becomes {@code FILE.1}, that {@code FILE.2}, and so on.
 * @param maxFiles     files there are at most, the one that is written included: the oldest goes.
 */
public record RecordConfig(Path file, RecordMode mode, boolean isOn, long maxFileBytes, int maxFiles)
{
    public static final long MAX_FILE_BYTES_DEFAULT = 100L << 20;
    public static final int MAX_FILES_DEFAULT = 10;

    /** Room for the file's header and any one packet. */
    public static final long MIN_FILE_BYTES = 64 << 10;

    /** More would be renamed each time that one is full. */
    public static final int MAX_FILES = 1_000;

    /** Nothing is recorded, nor can be. */
    public static final RecordConfig NONE =
        new RecordConfig(null, RecordMode.ALL, false, MAX_FILE_BYTES_DEFAULT, MAX_FILES_DEFAULT);

    /**
     * Checks the whole.
     *
     * @throws IllegalArgumentException naming what is wrong, its value and its bounds.
     */
    public RecordConfig
    {
        if (mode == null)
        {
            throw new IllegalArgumentException("record mode must be set");
        }
        if (maxFileBytes < MIN_FILE_BYTES)
        {
            throw new IllegalArgumentException(
                "record maxFileBytes must be " + MIN_FILE_BYTES + " or more: " + maxFileBytes);
        }
        if (maxFiles < 1 || maxFiles > MAX_FILES)
        {
            throw new IllegalArgumentException("record maxFiles must be 1 to " + MAX_FILES + ": " + maxFiles);
        }
    }

    /** Everything, from the start, in files of the usual size and number. */
    public static RecordConfig to(final Path file)
    {
        return new RecordConfig(file, RecordMode.ALL, true, MAX_FILE_BYTES_DEFAULT, MAX_FILES_DEFAULT);
    }
}
