package io.roce.wire.capture;

/** Which way a frame went, seen from where it was captured. */
public enum FrameDirection
{
    /** The file does not say; pcap files never do. */
    UNKNOWN(0),
    INBOUND(1),
    OUTBOUND(2);

    private static final int MASK = 3;

    private final int code;

    FrameDirection(final int code)
    {
        this.code = code;
    }

    /** Its number in the lowest two bits of pcapng's {@code epb_flags}. */
    int code()
    {
        return code;
    }

    /** @param flags the word {@code epb_flags}; its number 3 means nothing. */
    static FrameDirection of(final long flags)
    {
        for (final FrameDirection direction : values())
        {
            if (direction.code == (flags & MASK))
            {
                return direction;
            }
        }

        return UNKNOWN;
    }
}
