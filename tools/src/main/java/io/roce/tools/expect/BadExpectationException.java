package io.roce.tools.expect;

import java.io.Serial;

/** A line of an expectation file makes no sense, or not for the capture. The message names file and line. */
public final class BadExpectationException extends Exception
{
    @Serial
    private static final long serialVersionUID = 1L;

    BadExpectationException(final String message)
    {
        super(message);
    }
}
