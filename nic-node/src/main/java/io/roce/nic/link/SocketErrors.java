package io.roce.nic.link;

import io.netty.channel.unix.Errors.NativeIoException;
import io.roce.nic.mmsg.Errno;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Locale;

/** Turns what the system answers into one clear sentence, whichever way the socket was made. */
public final class SocketErrors
{
    private SocketErrors()
    {
    }

    /** A concrete address is one that a datagram can carry. */
    static void requireConcrete(final InetSocketAddress address)
    {
        if (address.isUnresolved())
        {
            throw new IllegalArgumentException("unknown host: " + address.getHostString());
        }
        if (address.getAddress().isAnyLocalAddress() || address.getAddress().isMulticastAddress())
        {
            throw new IllegalArgumentException(
                "a concrete address is needed, since the ICRC covers it: " + Addresses.format(address));
        }
    }

    static void requireFamily(final InetSocketAddress local, final InetSocketAddress to)
    {
        if (to.isUnresolved() || to.getAddress().getClass() != local.getAddress().getClass())
        {
            throw new IllegalArgumentException(
                "destination must be an address of the source's family, as " + Addresses.format(local) + ": " +
                    Addresses.format(to));
        }
    }

    /** Why a socket cannot be bound, UDP or TCP, the address first; a {@link BindException} when it is in use. */
    public static IOException bindFailed(final InetSocketAddress address, final Throwable cause)
    {
        final String what = Addresses.format(address);
        final String sentence;
        if (is(cause, Errno.EADDRINUSE, "address already in use"))
        {
            final IOException inUse = new BindException(what + " is in use");
            inUse.initCause(cause);
            return inUse;
        }
        if (is(cause, Errno.EADDRNOTAVAIL, "cannot assign requested address"))
        {
            sentence = Addresses.format(address.getAddress()) + " is not an address of this machine";
        }
        else if (is(cause, Errno.EACCES, "permission denied"))
        {
            sentence = what + " may not be bound by this user";
        }
        else
        {
            sentence = what + " cannot be bound: " + cause.getMessage();
        }
        return new IOException(sentence, cause);
    }

    static IOException sendFailed(final int length, final InetSocketAddress to, final Throwable cause)
    {
        final String reason = switch (SendFailure.of(cause))
        {
            case TOO_LONG -> "longer than the way there can carry without fragments";
            case UNREACHABLE -> "there is no way there";
            case NOT_PERMITTED -> "the system does not permit it";
            case NO_BUFFERS -> "the system has no memory for it";
            case SOCKET_CLOSED -> "the socket is closed";
            default -> cause.getMessage();
        };
        return new IOException(
            "a datagram of " + length + " bytes cannot be sent to " + Addresses.format(to) + ": " + reason, cause);
    }

    /** Whether it is that error: Netty's transport tells its number, Java's its text. */
    static boolean is(final Throwable cause, final int errno, final String text)
    {
        if (cause instanceof final NativeIoException nativeIoException)
        {
            return nativeIoException.expectedErr() == -errno;
        }
        final String message = cause.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).contains(text);
    }
}
