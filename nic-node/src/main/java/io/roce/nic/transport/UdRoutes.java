package io.roce.nic.transport;

import io.roce.nic.link.SourcePorts;

import java.net.InetAddress;

/**
 * The ways that datagrams have taken lately: each place holds one, which whatever comes to the same place replaces. So
 * nothing is made for a packet that goes where one before it went. Lane thread only.
 */
final class UdRoutes
{
    /** Makes ways. */
    interface Source
    {
        /** The way from the node's port; null when it has no address of that family. */
        Route route(InetAddress dgid, int sourcePort);
    }

    private static final int PLACES = 1 << 10;

    private final Route[] routes = new Route[PLACES];
    private final Source source;

    UdRoutes(final Source source)
    {
        this.source = source;
    }

    /**
     * The way to an address; null when there is none.
     *
     * @param ownQpn of the queue pair that sends.
     */
    Route to(final InetAddress dgid, final int ownQpn)
    {
        final int sourcePort = SourcePorts.unconnected(ownQpn);
        final int hash = 31 * dgid.hashCode() + sourcePort;
        final int place = (hash ^ hash >>> 16) & PLACES - 1;
        final Route known = routes[place];
        if (known != null && known.sourcePort() == sourcePort && known.to().getAddress().equals(dgid))
        {
            return known;
        }

        final Route route = source.route(dgid, sourcePort);
        routes[place] = route;
        return route;
    }
}
