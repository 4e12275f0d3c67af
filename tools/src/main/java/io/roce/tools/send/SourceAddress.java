package io.roce.tools.send;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Which local address a packet to a destination leaves from. */
public final class SourceAddress
{
    private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
    private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    private static final int ANY_PORT = 9;

    private SourceAddress()
    {
    }

    /**
     * For a loopback destination 127.0.0.1 or ::1, whichever of its addresses the destination is; for others the
     * address that the system would choose.
     *
     * @throws IOException when the system has no way there.
     */
    public static InetAddress toward(final InetAddress destination) throws IOException
    {
        if (destination.isLoopbackAddress())
        {
            return InetAddress.getByAddress(destination instanceof Inet4Address ? LOOPBACK_4 : LOOPBACK_6);
        }
        try (DatagramSocket socket = new DatagramSocket())
        {
            // Connecting a UDP socket sends nothing: it asks the routing table.
            socket.connect(new InetSocketAddress(destination, ANY_PORT));
            final InetAddress local = socket.getLocalAddress();
            if (local.isAnyLocalAddress() || local instanceof Inet6Address != destination instanceof Inet6Address)
            {
                throw new IOException("no local address leads to " + destination.getHostAddress() +
                    "; --from names the one to send from");
            }
            return local;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    /** An address of the same kind that is not the given one. */
    public static InetAddress otherThan(final InetAddress address) throws UnknownHostException
    {
        final byte[] other = address.getAddress();
        other[other.length - 1] ^= 2;
        return InetAddress.getByAddress(other);
    }
}
