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
        /** Opens a way from a GID of a port; null when the port has no such GID, or it is of another family. */
        Route open(int portNum, int sgidIndex, InetAddress dgid, int wishedPort);
    }

    private static final int PLACES = 1 << 10;
    private static final int PORT_SHIFT = 8;

    private final Route[] routes = new Route[PLACES];
    private final int[] gids = new int[PLACES];
    private final int[] wishedPorts = new int[PLACES];
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
        final int wishedPort = SourcePorts.unconnected(qp.qpn);
        final int gid = qp.portNum << PORT_SHIFT | sgidIndex;
        final int hash = 31 * (31 * dgid.hashCode() + wishedPort) + gid;
        final int place = (hash ^ hash >>> 16) & PLACES - 1;
        final Route known = routes[place];
        if (known != null && gids[place] == gid && wishedPorts[place] == wishedPort &&
            known.to().getAddress().equals(dgid))
        {
            return known;
        }

        final Route route = source.open(qp.portNum, sgidIndex, dgid, wishedPort);
        if (known != null)
        {
            known.close();
        }
        routes[place] = route;
        gids[place] = gid;
        wishedPorts[place] = wishedPort;
        return route;
    }

    /** A queue pair sends no more: its ports are given back. */
    void forget(final ServedQp qp)
    {
        final int wishedPort = SourcePorts.unconnected(qp.qpn);
        for (int place = 0; place < PLACES; place++)
        {
            if (routes[place] != null && wishedPorts[place] == wishedPort)
            {
                routes[place].close();
                routes[place] = null;
            }
        }
    }
}
