package io.roce.wire.capture;

import java.io.IOException;
import java.io.Serial;

/**
 * A file is not a capture that can be read, or not from here on. The message is one sentence: the file's name, what is
 * wrong, and behind or in which frame.
 */
public final class CaptureFormatException extends IOException
{
    @Serial
    private static final long serialVersionUID = 1L;

    public CaptureFormatException(final String message)
    {
        super(message);
    }
}
