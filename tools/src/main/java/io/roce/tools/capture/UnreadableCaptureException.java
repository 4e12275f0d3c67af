package io.roce.tools.capture;

import io.roce.tools.cli.IoSentence;
import io.roce.wire.capture.CaptureFormatException;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;

/** A capture cannot be read, or not from here on. The message is one sentence that names the file. */
public final class UnreadableCaptureException extends IOException
{
    @Serial
    private static final long serialVersionUID = 1L;

    public UnreadableCaptureException(final Path file, final IOException cause)
    {
        super(sentence(file, cause), cause);
    }

    private static String sentence(final Path file, final IOException cause)
    {
        if (cause instanceof CaptureFormatException)
        {
            return cause.getMessage();
        }
        return Files.isDirectory(file) ? file + " is a directory, not a capture" : IoSentence.of(file, cause);
    }
}
