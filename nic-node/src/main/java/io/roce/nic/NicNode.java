package io.roce.nic;

import io.roce.nic.lane.Lane;

import java.io.IOException;
import java.net.InetSocketAddress;

/** One adapter: data over UDP, admin API over TCP. */
public final class NicNode implements AutoCloseable
{
    /**
     * Builds and starts a node; when this returns it serves.
     *
     * @throws IllegalArgumentException naming the knob, its value and its bounds.
     * @throws IOException              when an address cannot be bound; nothing is left open.
     */
    public static NicNode open(final NicNodeConfig config) throws IOException
    {
        throw new UnsupportedOperationException();
    }

    /** Where data is received. */
    public InetSocketAddress udpAddress()
    {
        throw new UnsupportedOperationException();
    }

    /** Where the admin API is served. */
    public InetSocketAddress adminAddress()
    {
        throw new UnsupportedOperationException();
    }

    /** The way into the node for programs that embed it. */
    public Lane lane()
    {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close()
    {
    }
}
