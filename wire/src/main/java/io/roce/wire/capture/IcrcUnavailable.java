package io.roce.wire.capture;

/**
 * Why a capture does not say whether a packet's ICRC is right. Checked in this order; the first that applies is the
 * answer, so that one of the first three is given whenever bytes of the datagram are elsewhere.
 */
public enum IcrcUnavailable
{
    /** IP split the datagram, and this is its first fragment: the ICRC is in the last one. */
    FIRST_FRAGMENT("first fragment of a datagram"),

    /** The wire carried the rest, the capture did not keep it. */
    CUT_BY_CAPTURE("cut by the capture"),

    /** The frame was not cut: the length in its IP header is more than it ever held. */
    BEYOND_FRAME("frame ends before the IP length says"),

    /** Less than a BTH and an ICRC. */
    TOO_SHORT("packet too short for an ICRC"),

    /**
     * The IPv4 total length or IPv6 payload length is 0. The ICRC covers the length, and which one the packet had on
     * the wire was decided behind the place where it was captured.
     */
    IP_LENGTH_ZERO("IP length 0, captured before segmentation by the sender's adapter"),

    /** The ICRC is defined for an IPv4 header of 20 bytes. */
    IPV4_OPTIONS("not defined with IPv4 options"),

    /** The ICRC is defined for UDP directly behind the IPv6 header. */
    IPV6_EXTENSION_HEADERS("not defined with IPv6 extension headers");

    private final String description;

    IcrcUnavailable(final String description)
    {
        this.description = description;
    }

    /** A few words, to follow "ICRC not available:"; of the first three also "skipped:". */
    public String description()
    {
        return description;
    }
}
