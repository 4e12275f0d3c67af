package io.roce.wire.capture;

import java.nio.ByteBuffer;

/**
 * A frame that a capture sends to itself by a loopback interface when it is opened. "inbound" in a filter is known to
 * the kernel alone, and libpcap filters by itself what may have been in its buffer before the kernel had the filter:
 * the first frame at the least, which it loses by this. So that frame is a probe, and another one that comes says that
 * the kernel has taken the filter.
 */
final class LoopbackProbe
{
    /** For local experiments, in IEEE 802. */
    private static final short ETHER_TYPE = (short)0x88B5;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int MAGIC_OFFSET = 14;
    private static final int MAGIC = 0x726F6365;
    private static final int TOKEN_OFFSET = 18;
    private static final int LENGTH = 60;

    private final int token;
    private boolean hasCome;

    /** @param token what tells it from those of others. */
    LoopbackProbe(final int token)
    {
        this.token = token;
    }

    /** A filter that lets it pass, and else does what the other one does without the frames that leave. */
    String inbound(final String filter)
    {
        // In front: behind the word "vlan" everything is read as standing behind a tag.
        return filter.isBlank() ? "inbound" :
            String.format("inbound and ((ether[12:2] = 0x%x and ether[18:4] = 0x%x) or (%s))",
                ETHER_TYPE & 0xFFFF, token, filter);
    }

    byte[] frame()
    {
        return ByteBuffer.allocate(LENGTH)
            .putShort(ETHER_TYPE_OFFSET, ETHER_TYPE)
            .putInt(MAGIC_OFFSET, MAGIC)
            .putInt(TOKEN_OFFSET, token)
            .array();
    }

    /** Whether a frame is a probe of any capture, so that nobody wants it. */
    boolean isProbe(final byte[] frame)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(frame);
        if (frame.length != LENGTH ||
            bytes.getShort(ETHER_TYPE_OFFSET) != ETHER_TYPE ||
            bytes.getInt(MAGIC_OFFSET) != MAGIC)
        {
            return false;
        }

        hasCome |= bytes.getInt(TOKEN_OFFSET) == token;
        return true;
    }

    /** Whether this one has come back. */
    boolean hasCome()
    {
        return hasCome;
    }
}
