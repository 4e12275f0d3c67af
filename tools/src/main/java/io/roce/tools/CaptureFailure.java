package io.roce.tools;

import io.roce.wire.capture.CaptureFormatException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why a capture could not be read, in one sentence that names the file. */
final class CaptureFailure
{
    private CaptureFailure()
    {
    }

    static String sentence(final Path file, final IOException failure)
    {
        if (failure instanceof CaptureFormatException)
        {
            return failure.getMessage();
        }
        if (failure instanceof NoSuchFileException)
        {
            return "no such file: " + file;
        }
        return Files.isDirectory(file) ? file + " is a directory, not a capture" : file + ": " + failure.getMessage();
    }
}
