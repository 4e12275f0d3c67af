package io.roce.nic.link;

import io.netty.channel.unix.Errors.NativeIoException;
import io.roce.nic.mmsg.Errno;

import java.nio.channels.ClosedChannelException;
import java.util.Locale;

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

    private static final Refusal[] REFUSALS = {
        new Refusal(Errno.EMSGSIZE, "message too long", TOO_LONG),
        new Refusal(Errno.ENETUNREACH, "network is unreachable", UNREACHABLE),
        new Refusal(Errno.EHOSTUNREACH, "no route to host", UNREACHABLE),
        new Refusal(Errno.EPERM, "operation not permitted", NOT_PERMITTED),
        new Refusal(Errno.EACCES, "permission denied", NOT_PERMITTED),
        new Refusal(Errno.ENOBUFS, "no buffer space available", NO_BUFFERS),
        new Refusal(Errno.ENOMEM, "cannot allocate memory", NO_BUFFERS)};

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
        if (cause instanceof final NativeIoException nativeIoException)
        {
            return of(-nativeIoException.expectedErr());
        }
        if (cause instanceof ClosedChannelException)
        {
            return SOCKET_CLOSED;
        }

        final String message = cause.getMessage() == null ? "" : cause.getMessage().toLowerCase(Locale.ROOT);
        for (final Refusal refusal : REFUSALS)
        {
            if (message.contains(refusal.text))
            {
                return refusal.failure;
            }
        }
        return OTHER;
    }

    /** @param errno number of an error of Linux. */
    static SendFailure of(final int errno)
    {
        for (final Refusal refusal : REFUSALS)
        {
            if (refusal.errno == errno)
            {
                return refusal.failure;
            }
        }
        return OTHER;
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

    /** Linux's number of an error, and its text, which is all that Java tells. */
    private record Refusal(int errno, String text, SendFailure failure)
    {
    }
}
