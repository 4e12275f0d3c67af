package io.roce.tools.admin;

import java.io.Serial;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;

/** No node answered at an address. The message is one sentence for the user; exit status 3. */
public final class NodeUnreachableException extends RuntimeException
{
    @Serial
    private static final long serialVersionUID = 1L;

    public NodeUnreachableException(final String message, final Throwable cause)
    {
        super(message, cause);
    }

    /** Whether there was not even a connection. */
    public boolean isNobodyListening()
    {
        return getCause() instanceof ConnectException || getCause() instanceof HttpConnectTimeoutException;
    }
}
