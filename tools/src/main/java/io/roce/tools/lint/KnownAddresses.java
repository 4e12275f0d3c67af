package io.roce.tools.lint;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Addresses and source ports of packets whose ICRC is right: what another packet may have had. Not thread-safe. */
final class KnownAddresses
{
    private static final int MAX = 64;

    /** Bytes of an IPv4 address that neighbours share. */
    private static final int NET_LENGTH = 3;

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

    /** Whether an IPv4 address is in the same /24 as one of them. */
    boolean isNeighbour(final InetAddress address)
    {
        return addresses.stream().anyMatch(other -> isSameNet(address, other));
    }

    static boolean isSameNet(final InetAddress one, final InetAddress other)
    {
        final byte[] bytes = one.getAddress();
        return other.getAddress().length == bytes.length &&
            Arrays.equals(bytes, 0, NET_LENGTH, other.getAddress(), 0, NET_LENGTH);
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
