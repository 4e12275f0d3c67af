package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * What stands behind the BTH of a congestion notification packet: 16 reserved bytes, sent as zero (annex A17).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                       Reserved, 128 bits                      |
 *   :                                                               :
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class CnpReservedFlyweight extends Flyweight
{
    private static final int RESERVED_HIGH_OFFSET = 0;
    private static final int RESERVED_LOW_OFFSET = 8;

    @Override
    public HeaderType type()
    {
        return HeaderType.CNP_RESERVED;
    }

    /** The first eight bytes. */
    public long reservedHigh()
    {
        return buffer.getLong(offset + RESERVED_HIGH_OFFSET, BIG_ENDIAN);
    }

    public CnpReservedFlyweight reservedHigh(final long reservedHigh)
    {
        buffer.putLong(offset + RESERVED_HIGH_OFFSET, reservedHigh, BIG_ENDIAN);
        return this;
    }

    /** The last eight bytes. */
    public long reservedLow()
    {
        return buffer.getLong(offset + RESERVED_LOW_OFFSET, BIG_ENDIAN);
    }

    public CnpReservedFlyweight reservedLow(final long reservedLow)
    {
        buffer.putLong(offset + RESERVED_LOW_OFFSET, reservedLow, BIG_ENDIAN);
        return this;
    }
}
