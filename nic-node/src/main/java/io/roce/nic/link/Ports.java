package io.roce.nic.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The ports of a node.
 *
 * @param all 1 to {@link #MAX}, in the order of their numbers, which begin with 1. No address belongs to two GIDs: it
 *            is all that a peer knows of where it sends to.
 */
public record Ports(List<Port> all)
{
    /** Ports of a node. */
    public static final int MAX = 4;

    /** @throws IllegalArgumentException one sentence that begins with the knob and says its value and its bounds. */
    public Ports
    {
        all = List.copyOf(all);
        if (all.isEmpty() || all.size() > MAX)
        {
            throw new IllegalArgumentException("ports are " + all.size() + ", outside 1 to " + MAX);
        }
        for (int i = 0; i < all.size(); i++)
        {
            if (all.get(i).portNum() != i + 1)
            {
                throw new IllegalArgumentException(
                    "ports has number " + all.get(i).portNum() + " where " + (i + 1) + " is due");
            }
        }
        requireDistinct(all);
    }

    /** These ports. */
    public static Ports of(final Port... ports)
    {
        return new Ports(List.of(ports));
    }

    public int count()
    {
        return all.size();
    }

    /** @param portNum 1 to {@link #count()}. */
    public Port get(final int portNum)
    {
        return all.get(portNum - 1);
    }

    /** Every GID of every port, in order. */
    public List<GidEntry> gids()
    {
        return all.stream().flatMap(port -> port.gids().stream()).toList();
    }

    /** The address that stands for the node where one is to: the first of the first port. */
    public InetSocketAddress first()
    {
        return all.get(0).gids().get(0).udp();
    }

    private static void requireDistinct(final List<Port> all)
    {
        final Set<InetAddress> known = new HashSet<>();
        for (final Port port : all)
        {
            for (final GidEntry gid : port.gids())
            {
                if (!known.add(gid.udp().getAddress()))
                {
                    throw new IllegalArgumentException("bind has " + Addresses.format(gid.udp().getAddress()) +
                        " twice: an address is one GID of one port");
                }
            }
        }
    }
}
