package io.roce.wire.capture;

/** What a frame turned out to be: a RoCEv2 datagram, or the reason why it is skipped. */
public enum FrameKind
{
    /** A UDP datagram to port 4791, whole or not: {@link RoceFrame#isWhole()}. */
    ROCE_V2("RoCEv2"),

    /** From a pcapng interface whose link type is not read, in a file that has others too. */
    UNREAD_LINK_TYPE("of a link type that is not read"),

    /** It ends before its UDP header does: cut by the capture, or sent so. */
    CUT_BEFORE_UDP("ends before its UDP header does"),

    NOT_IP("not IP"),

    /**
     * Version, header length or total length cannot be right, or an extension header does not fit. A length of 0 is
     * none of that: the packet is one before segmentation, and as long as the frame.
     */
    BAD_IP_HEADER("bad IP header"),

    NOT_UDP("not UDP"),

    /** A fragment that is not the first: it has no UDP header, whatever its bytes look like. */
    LATER_FRAGMENT("later fragment of a datagram"),

    OTHER_UDP_PORT("not to UDP port 4791"),

    /** To port 4791, but the UDP length is less than its header, or more than the IP packet holds. */
    BAD_UDP_LENGTH("bad UDP length");

    private final String description;

    FrameKind(final String description)
    {
        this.description = description;
    }

    /** A few words, to follow "skipped". */
    public String description()
    {
        return description;
    }
}
