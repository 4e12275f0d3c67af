package io.roce.tools.lint;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Addresses and source ports of packets whose ICRC is right: what another packet may have had. Not thread-safe. */
final class KnownAddresses
{
    private static final int MAX = 64;

    private final Set<InetAddress> addresses = new LinkedHashSet<>();
    private final Set<Integer> ports = new LinkedHashSet<>();

    void onGood(final Sighting packet)
    {
        add(packet.source());
        add(packet.destination());
        if (ports.size() < MAX)
        {
            ports.add(packet.sourcePort());
        }
    }

    void add(final InetAddress address)
    {
        if (addresses.size() < MAX)
        {
            addresses.add(address);
        }
    }

    boolean isPort(final int port)
    {
        return ports.contains(port);
    }

    /** Those of a family, but for one. */
    List<InetAddress> others(final InetAddress than)
    {
        final List<InetAddress> others = new ArrayList<>();
        for (final InetAddress address : addresses)
        {
            if (address.getClass() == than.getClass() && !address.equals(than))
            {
                others.add(address);
            }
        }
        return others;
    }
}
