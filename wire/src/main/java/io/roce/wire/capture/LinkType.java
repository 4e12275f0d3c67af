package io.roce.wire.capture;

/** The link layers that are read, by their numbers in capture files. */
public enum LinkType
{
    /** BSD loopback: the address family in the byte order of the machine that captured. */
    BSD_NULL(0),
    ETHERNET(1),
    /** IP without a link header, under the number that most BSDs give it. */
    RAW_BSD(12),
    /** IP without a link header, under OpenBSD's number. */
    RAW_OPENBSD(14),
    /** IP without a link header; its first four bits tell IPv4 from IPv6. */
    RAW(101),
    /** OpenBSD loopback: the address family in network byte order. */
    BSD_LOOP(108),
    /** Linux cooked capture, as tcpdump writes for the interface "any". */
    LINUX_SLL(113),
    IPV4(228),
    IPV6(229),
    /** Linux cooked capture, version 2. */
    LINUX_SLL2(276);

    private final int code;

    LinkType(final int code)
    {
        this.code = code;
    }

    /** The link type with that number, or null when it is not read. */
    public static LinkType get(final int code)
    {
        for (final LinkType linkType : values())
        {
            if (linkType.code == code)
            {
                return linkType;
            }
        }

        return null;
    }

    /** Its number in capture files. */
    public int code()
    {
        return code;
    }
}
