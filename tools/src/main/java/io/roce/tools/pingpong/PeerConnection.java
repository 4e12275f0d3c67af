package io.roce.tools.pingpong;

import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.IoSentence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** A TCP connection to the peer, which is waited for no longer than patience lasts: 0 is for ever. */
final class PeerConnection implements AutoCloseable
{
    /** Connections that wait to be accepted; there is one client. */
    private static final int BACKLOG = 1;

    private final Socket socket;
    private final String peer;
    private final Duration patience;

    private PeerConnection(final Socket socket, final Duration patience)
    {
        this.socket = socket;
        this.patience = patience;
        peer = "the peer at " + Addresses.format((InetSocketAddress)socket.getRemoteSocketAddress());
    }

    /** @throws CommandFailedException when the address cannot be had. */
    static ServerSocket listen(final InetSocketAddress at)
    {
        try
        {
            return new ServerSocket(at.getPort(), BACKLOG, at.getAddress());
        }
        catch (final IOException e)
        {
            throw new CommandFailedException(
                "TCP " + Addresses.format(at) + " cannot be listened at: " + IoSentence.of(e), e);
        }
    }

    /** Waits for a client, for ever. */
    static PeerConnection accept(final ServerSocket server, final Duration patience)
    {
        try
        {
            return new PeerConnection(server.accept(), patience);
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("no client can be accepted: " + IoSentence.of(e), e);
        }
    }

    /** @throws NodeUnreachableException when nobody listens there. */
    static PeerConnection connect(final InetSocketAddress server, final Duration patience)
    {
        final Socket socket = new Socket();
        try
        {
            socket.connect(server, millis(patience));
            return new PeerConnection(socket, patience);
        }
        catch (final IOException e)
        {
            close(socket);
            throw new NodeUnreachableException(
                "no server at TCP " + Addresses.format(server) + ": " + IoSentence.of(e), e);
        }
    }

    /** For sentences: "the peer at 127.0.0.1:18515". */
    String peer()
    {
        return peer;
    }

    /** All at once. */
    void write(final byte[] octets)
    {
        try
        {
            socket.getOutputStream().write(octets);
        }
        catch (final IOException e)
        {
            throw broken(e);
        }
    }

    /** So many bytes, however they come. */
    byte[] read(final int count)
    {
        final byte[] octets = new byte[count];
        final long startNs = System.nanoTime();
        int read = 0;
        while (read < count)
        {
            final int more = readSome(octets, read, startNs);
            if (more < 0)
            {
                throw new CommandFailedException(peer + " has closed the connection" + after(octets, read));
            }
            read += more;
        }
        return octets;
    }

    /** Waits until the peer has closed the connection, or is gone, or patience has ended. */
    void awaitClosed()
    {
        try
        {
            socket.setSoTimeout(millis(patience));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
        catch (final IOException e)
        {
            // However it ends, the peer has had its time.
            return;
        }
    }

    @Override
    public void close()
    {
        close(socket);
    }

    private int readSome(final byte[] octets, final int offset, final long startNs)
    {
        final Duration left = patience.isZero() ? patience : patience.minusNanos(System.nanoTime() - startNs);
        try
        {
            if (left.isNegative())
            {
                throw new SocketTimeoutException();
            }
            socket.setSoTimeout(millis(left));
            final InputStream in = socket.getInputStream();
            return in.read(octets, offset, octets.length - offset);
        }
        catch (final SocketTimeoutException e)
        {
            throw new CommandFailedException(
                peer + " says nothing for " + Durations.format(patience.toNanos()) + after(octets, offset), e);
        }
        catch (final IOException e)
        {
            throw broken(e);
        }
    }

    private CommandFailedException broken(final IOException e)
    {
        return new CommandFailedException("the connection to " + peer + " broke: " + IoSentence.of(e), e);
    }

    private static String after(final byte[] octets, final int count)
    {
        return count == 0 ? "" : " after " + quoted(Arrays.copyOf(octets, count));
    }

    /** What a peer said, with a dot in place of what cannot be shown. */
    static String quoted(final byte[] octets)
    {
        return '\'' + new String(octets, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".") + '\'';
    }

    /** At least 1, since 0 is for ever to a socket; patience has less than 2^31. */
    private static int millis(final Duration time)
    {
        return time.isZero() ? 0 : (int)Math.max(1, time.toMillis());
    }

    private static void close(final Socket socket)
    {
        try
        {
            socket.close();
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("a connection cannot be closed: " + IoSentence.of(e), e);
        }
    }
}
