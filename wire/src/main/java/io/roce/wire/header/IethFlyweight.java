package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Invalidate extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                             R_Key                             |
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class IethFlyweight extends Flyweight
{
    private static final int R_KEY_OFFSET = 0;

    @Override
    public HeaderType type()
    {
        return HeaderType.IETH;
    }

    /** Unsigned 32 bits in an {@code int}. */
    public int rKey()
    {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    public IethFlyweight rKey(final int rKey)
    {
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
        return this;
    }
}
