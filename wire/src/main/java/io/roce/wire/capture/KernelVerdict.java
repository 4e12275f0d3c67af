package io.roce.wire.capture;

/** What IP and UDP of the kernel make of an arriving datagram before a socket sees it. In the order of the checks. */
public enum KernelVerdict
{
    /** A socket that is bound there is given it. */
    DELIVERED("delivered"),
    /** Its destination MAC address is that of another machine. */
    OTHER_MAC("to the MAC address of another machine"),
    /** It has a VLAN tag: an interface of that VLAN gets it, this one does not. */
    VLAN("with a VLAN tag"),
    IP_CHECKSUM("wrong checksum of the IPv4 header"),
    /** To another address than the ones that count as here. */
    OTHER_ADDRESS("to the address of another machine"),
    /** From a group, the broadcast address, 0.0.0.0/8, or the loopback network at another interface. */
    SOURCE_ADDRESS("from an address that nobody has there"),
    /** Not all of the datagram is in one packet; the kernel puts together what a capture shows one by one. */
    FRAGMENT("fragment"),
    /** The IP packet is shorter than its length says, or has none. */
    LENGTH("shorter than its length"),
    UDP_CHECKSUM("wrong UDP checksum");

    private final String description;

    KernelVerdict(final String description)
    {
        this.description = description;
    }

    /** A few words. */
    public String description()
    {
        return description;
    }

    /** Whether the packet is wrong, wherever it is looked at; not so of what is another's. */
    public boolean isDamage()
    {
        return this == IP_CHECKSUM || this == SOURCE_ADDRESS || this == LENGTH || this == UDP_CHECKSUM;
    }
}
