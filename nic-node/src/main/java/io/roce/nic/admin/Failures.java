package io.roce.nic.admin;

import io.roce.nic.error.VerbsException;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/** What is answered when a request did not come to its end. */
final class Failures
{
    private static final System.Logger LOGGER = System.getLogger(Failures.class.getName());

    private Failures()
    {
    }

    /** Nothing can be asked for any more. */
    static Refusal closed()
    {
        return new Refusal(AdminErrorCode.NODE_CLOSED, "The node is closing and takes no more commands");
    }

    /** A fault is told to the log whole, and to the client not at all. */
    static Refusal refusal(final Throwable failure)
    {
        final Throwable cause =
            failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Refusal refusal)
        {
            return refusal;
        }
        if (cause instanceof final VerbsException refused)
        {
            return VerbsRefusals.of(refused);
        }
        if (cause instanceof RejectedExecutionException || cause instanceof CancellationException)
        {
            return closed();
        }
        LOGGER.log(System.Logger.Level.ERROR, "A request to the admin API failed.", cause);
        return new Refusal(AdminErrorCode.INTERNAL, "The node failed to answer; its log has the cause");
    }
}
