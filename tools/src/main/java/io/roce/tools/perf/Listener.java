package io.roce.tools.perf;

import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.IoSentence;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Where an end waits for the other. */
final class Listener implements AutoCloseable
{
    private final ServerSocket socket;

    /**
     * @param address concrete; port 0 for any.
     * @throws CommandFailedException when it cannot be had.
     */
    Listener(final InetSocketAddress address)
    {
        try
        {
            socket = new ServerSocket(address.getPort(), 1, address.getAddress());
        }
        catch (final IOException e)
        {
            throw new CommandFailedException(
                "cannot wait at " + Addresses.format(address) + " over TCP: " + IoSentence.of(e), e);
        }
    }

    InetSocketAddress address()
    {
        return (InetSocketAddress)socket.getLocalSocketAddress();
    }

    /** The first who connects; whoever comes later is told at once that nobody waits any more. */
    PeerLine accept()
    {
        try
        {
            final Socket connected = socket.accept();
            socket.close();
            return new PeerLine(connected);
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("cannot wait any longer: " + IoSentence.of(e), e);
        }
    }

    /** Ends a wait, too. */
    @Override
    public void close()
    {
        try
        {
            socket.close();
        }
        catch (final IOException e)
        {
            // It is of no more use in any case.
            return;
        }
    }
}
