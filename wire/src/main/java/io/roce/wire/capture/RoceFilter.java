package io.roce.wire.capture;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Filters in libpcap's language. One that asks for a UDP port does not look behind the extension headers of IPv6, and
 * takes of a datagram in fragments the first alone, over IPv6 not even that.
 */
public final class RoceFilter
{
    /**
     * Over IPv6 with extension headers: fragments, and what may be UDP. What has ICMPv6 behind the first of them is
     * not: that is how hosts tell of multicast groups.
     */
    private static final String EXTENDED =
        "ip6[6] = 44 or ip6[6] = 43 or ((ip6[6] = 0 or ip6[6] = 60) and ip6[40] != 58)";

    private static final String ROCE = "udp port 4791 or (ip[6:2] & 0x1fff != 0 and ip proto 17) or " + EXTENDED;

    private RoceFilter()
    {
    }

    /**
     * All that may be RoCEv2, with and without VLAN tags, fragments included. Tags are looked behind last: a filter
     * that has seen one reads everything further on as standing behind it.
     */
    static String all(final LinkType linkType)
    {
        return linkType == LinkType.ETHERNET ? ROCE + " or (vlan and (" + ROCE + "))" : ROCE;
    }

    /** What may be RoCEv2 to one of these addresses; of a datagram in fragments the first, over IPv6 all. */
    public static String to(final List<InetAddress> addresses)
    {
        return addresses.stream().map(RoceFilter::to).collect(Collectors.joining(" or "));
    }

    private static String to(final InetAddress address)
    {
        // The zone of a link-local one is nothing that packets carry.
        final String host = address.getHostAddress().replaceFirst("%.*", "");
        return address instanceof Inet6Address ?
            "(dst host " + host + " and (udp dst port 4791 or " + EXTENDED + "))" :
            "(dst host " + host + " and udp dst port 4791)";
    }
}
