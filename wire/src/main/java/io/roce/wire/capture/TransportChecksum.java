package io.roce.wire.capture;

/**
 * What is known to follow an IP header, by its number, and where its checksum stands if that covers the addresses of
 * the IP header. Of anything else nobody can tell whether it is still right when addresses change.
 */
enum TransportChecksum
{
    ICMP(1, TransportChecksum.NONE),
    IGMP(2, TransportChecksum.NONE),
    IPV4_IN_IP(4, TransportChecksum.NONE),
    TCP(6, 16),
    UDP(17, 6),
    IPV6_IN_IP(41, TransportChecksum.NONE),
    GRE(47, TransportChecksum.NONE),
    ICMPV6(58, 2),
    NOTHING(59, TransportChecksum.NONE),
    SCTP(132, TransportChecksum.NONE);

    private static final int NONE = -1;

    private final int protocol;
    private final int offset;

    TransportChecksum(final int protocol, final int offset)
    {
        this.protocol = protocol;
        this.offset = offset;
    }

    /** The row of that protocol, or null. */
    static TransportChecksum get(final int protocol)
    {
        for (final TransportChecksum row : values())
        {
            if (row.protocol == protocol)
            {
                return row;
            }
        }

        return null;
    }

    /** Whether the addresses of the IP header are in it. */
    boolean isOverAddresses()
    {
        return offset != NONE;
    }

    /** From the start of the transport header, if {@link #isOverAddresses}. */
    int offset()
    {
        return offset;
    }
}
