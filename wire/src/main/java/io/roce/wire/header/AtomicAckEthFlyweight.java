package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Atomic ACK extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                    OriginalRemoteData, high                   |
 *   +---------------------------------------------------------------+
 *   |                    OriginalRemoteData, low                    |
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class AtomicAckEthFlyweight extends Flyweight
{
    private static final int ORIGINAL_DATA_OFFSET = 0;

    @Override
    public HeaderType type()
    {
        return HeaderType.ATOMIC_ACK_ETH;
    }

    /** What stood in the responder's memory before the operation. */
    public long originalData()
    {
        return buffer.getLong(offset + ORIGINAL_DATA_OFFSET, BIG_ENDIAN);
    }

    public AtomicAckEthFlyweight originalData(final long originalData)
    {
        buffer.putLong(offset + ORIGINAL_DATA_OFFSET, originalData, BIG_ENDIAN);
        return this;
    }
}
