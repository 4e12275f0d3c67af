package io.roce.tools;

import java.io.IOException;
import java.io.Serial;

/**
 * Standard output cannot be written to any more, so the command ends. No exception, since nothing between the command
 * and the end of the process shall take it for one of its own.
 */
final class OutputError extends Error
{
    @Serial
    private static final long serialVersionUID = 1L;

    OutputError(final IOException cause)
    {
        super("standard output cannot be written: " + cause.getMessage(), cause);
    }

    /** Whether the reader has gone, as that of {@code roce ... | head} does: then there is nobody to tell. */
    boolean isBrokenPipe()
    {
        return "Broken pipe".equals(getCause().getMessage());
    }
}
