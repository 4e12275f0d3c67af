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
        /** The way from a GID of a port; null when the port has no such GID, or it is of another family. */
        Route route(int portNum, int sgidIndex, InetAddress dgid, int sourcePort);
    }

    private static final int PLACES = 1 << 10;
    private static final int PORT_SHIFT = 8;

    private final Route[] routes = new Route[PLACES];
    private final int[] gids = new int[PLACES];
    private final Source source;

    UdRoutes(final Source source)
    {
        this.source = source;
    }

    /**
     * The way to an address; null when there is none.
     *
     * @param sgidIndex of the queue pair's port: the address that is sent from.
     */
    Route to(final InetAddress dgid, final int sgidIndex, final ServedQp qp)
    {
        final int sourcePort = SourcePorts.unconnected(qp.qpn);
        final int gid = qp.portNum << PORT_SHIFT | sgidIndex;
        final int hash = 31 * (31 * dgid.hashCode() + sourcePort) + gid;
        final int place = (hash ^ hash >>> 16) & PLACES - 1;
        final Route known = routes[place];
        if (known != null && gids[place] == gid && known.sourcePort() == sourcePort &&
            known.to().getAddress().equals(dgid))
        {
            return known;
        }

        final Route route = source.route(qp.portNum, sgidIndex, dgid, sourcePort);
        routes[place] = route;
        gids[place] = gid;
        return route;
    }
}
