package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Datagram extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                             Q_Key                             |
 *   +---------------------------------------------------------------+
 *   |    Reserved   |                     SrcQP                     |
 *   +---------------+-----------------------------------------------+
 * </pre>
 */
public final class DethFlyweight extends Flyweight
{
    private static final int Q_KEY_OFFSET = 0;
    private static final int RESERVED_OFFSET = 4;
    private static final int SRC_QP_OFFSET = 5;

    @Override
    public HeaderType type()
    {
        return HeaderType.DETH;
    }

    /** Unsigned 32 bits in an {@code int}. */
    public int qKey()
    {
        return buffer.getInt(offset + Q_KEY_OFFSET, BIG_ENDIAN);
    }

    public DethFlyweight qKey(final int qKey)
    {
        buffer.putInt(offset + Q_KEY_OFFSET, qKey, BIG_ENDIAN);
        return this;
    }

    /** Eight bits. */
    public int reserved()
    {
        return buffer.getByte(offset + RESERVED_OFFSET) & 0xFF;
    }

    public DethFlyweight reserved(final int reserved)
    {
        buffer.putByte(offset + RESERVED_OFFSET, (byte)reserved);
        return this;
    }

    public int srcQp()
    {
        return uint24(SRC_QP_OFFSET);
    }

    public DethFlyweight srcQp(final int srcQp)
    {
        putUint24(SRC_QP_OFFSET, srcQp);
        return this;
    }
}
