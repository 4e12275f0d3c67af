package io.roce.tools.cli;

import java.io.Serial;

/** What a command was asked for did not hold. The message is one sentence for the user; exit status 1. */
public final class CommandFailedException extends RuntimeException
{
    @Serial
    private static final long serialVersionUID = 1L;

    public CommandFailedException(final String message)
    {
        super(message);
    }

    public CommandFailedException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
