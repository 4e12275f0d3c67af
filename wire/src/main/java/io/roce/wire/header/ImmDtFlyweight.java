package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Immediate data (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                         ImmediateData                         |
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class ImmDtFlyweight extends Flyweight
{
    private static final int IMMEDIATE_DATA_OFFSET = 0;

    @Override
    public HeaderType type()
    {
        return HeaderType.IMM_DT;
    }

    /** Unsigned 32 bits in an {@code int}. */
    public int immediateData()
    {
        return buffer.getInt(offset + IMMEDIATE_DATA_OFFSET, BIG_ENDIAN);
    }

    public ImmDtFlyweight immediateData(final int immediateData)
    {
        buffer.putInt(offset + IMMEDIATE_DATA_OFFSET, immediateData, BIG_ENDIAN);
        return this;
    }
}
