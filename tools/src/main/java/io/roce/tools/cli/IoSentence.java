package io.roce.tools.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why reading or writing failed, in one sentence for the user. */
public final class IoSentence
{
    private IoSentence()
    {
    }

    /** For a failure that names the file, if there is one. */
    public static String of(final IOException failure)
    {
        if (failure instanceof NoSuchFileException)
        {
            return "no such file: " + failure.getMessage();
        }
        if (failure instanceof AccessDeniedException)
        {
            return "access denied: " + failure.getMessage();
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** For a failure of this file. */
    public static String of(final Path file, final IOException failure)
    {
        return failure instanceof FileSystemException ? of(failure) : file + ": " + of(failure);
    }
}
