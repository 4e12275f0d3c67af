package io.roce.wire.capture;

/** What a header of Linux's cooked captures says of a frame beside its protocol: whose it is, and which way it went. */
final class CookedType
{
    /** To the MAC address of another machine. */
    static final int OTHER_HOST = 3;
    static final int OUTGOING = 4;

    /** Of a frame that has no such header, or not all of it. */
    static final int NONE = -1;

    private static final int SLL_LOW_BYTE = 1;
    private static final int SLL2_BYTE = 10;

    private CookedType()
    {
    }

    static int of(final LinkType linkType, final byte[] data, final int length)
    {
        final int offset = switch (linkType)
        {
            case LINUX_SLL -> SLL_LOW_BYTE;
            case LINUX_SLL2 -> SLL2_BYTE;
            default -> length;
        };
        return offset < length ? data[offset] : NONE;
    }
}
