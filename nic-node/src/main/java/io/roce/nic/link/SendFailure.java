package io.roce.nic.link;

import java.nio.channels.ClosedChannelException;

/** Why a datagram that was to be sent did not leave. Documentation, JSON and tests iterate this list. */
public enum SendFailure
{
    TOO_LONG("too_long", "Longer than the way there can carry without fragments."),
    UNREACHABLE("unreachable", "There is no way to the destination."),
    NOT_PERMITTED("not_permitted", "The system does not let it leave, as a packet filter has it."),
    NO_BUFFERS("no_buffers", "The system had no memory for it."),
    BACKLOG_FULL("backlog_full", "More waited for room in the socket's send buffer than may."),
    SOCKET_CLOSED("socket_closed", "The socket of the port that it was to leave from is not there any more."),
    OTHER("other", "The system refused it for another reason.");

    private static final int EPERM = -1;
    private static final int ENOMEM = -12;
    private static final int EACCES = -13;
    private static final int EMSGSIZE = -90;
    private static final int ENETUNREACH = -101;
    private static final int ENOBUFS = -105;
    private static final int EHOSTUNREACH = -113;

    private final String label;
    private final String description;

    SendFailure(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** What the system's refusal comes to, whichever way the socket was made. */
    static SendFailure of(final Throwable cause)
    {
        if (cause instanceof ClosedChannelException)
        {
            return SOCKET_CLOSED;
        }
        if (SocketErrors.is(cause, EMSGSIZE, "message too long"))
        {
            return TOO_LONG;
        }
        if (SocketErrors.is(cause, ENETUNREACH, "network is unreachable") ||
            SocketErrors.is(cause, EHOSTUNREACH, "no route to host"))
        {
            return UNREACHABLE;
        }
        if (SocketErrors.is(cause, EPERM, "operation not permitted") ||
            SocketErrors.is(cause, EACCES, "permission denied"))
        {
            return NOT_PERMITTED;
        }
        return SocketErrors.is(cause, ENOBUFS, "no buffer space available") ||
            SocketErrors.is(cause, ENOMEM, "cannot allocate memory") ?
            NO_BUFFERS :
            OTHER;
    }

    /** As in figures. */
    public String label()
    {
        return label;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }
}
