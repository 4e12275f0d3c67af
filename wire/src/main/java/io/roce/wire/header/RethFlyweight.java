package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * RDMA extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                      VirtualAddress, high                     |
 *   +---------------------------------------------------------------+
 *   |                      VirtualAddress, low                      |
 *   +---------------------------------------------------------------+
 *   |                             R_Key                             |
 *   +---------------------------------------------------------------+
 *   |                           DMALength                           |
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class RethFlyweight extends Flyweight
{
    private static final int VIRTUAL_ADDRESS_OFFSET = 0;
    private static final int R_KEY_OFFSET = 8;
    private static final int DMA_LENGTH_OFFSET = 12;

    @Override
    public HeaderType type()
    {
        return HeaderType.RETH;
    }

    /** Unsigned 64 bits in a {@code long}. */
    public long virtualAddress()
    {
        return buffer.getLong(offset + VIRTUAL_ADDRESS_OFFSET, BIG_ENDIAN);
    }

    public RethFlyweight virtualAddress(final long virtualAddress)
    {
        buffer.putLong(offset + VIRTUAL_ADDRESS_OFFSET, virtualAddress, BIG_ENDIAN);
        return this;
    }

    /** Unsigned 32 bits in an {@code int}. */
    public int rKey()
    {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    public RethFlyweight rKey(final int rKey)
    {
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
        return this;
    }

    /** Bytes, 0 to 2^32 - 1 on the wire; a legal request asks for 2^31 at the most. */
    public long dmaLength()
    {
        return buffer.getInt(offset + DMA_LENGTH_OFFSET, BIG_ENDIAN) & 0xFFFF_FFFFL;
    }

    public RethFlyweight dmaLength(final long dmaLength)
    {
        buffer.putInt(offset + DMA_LENGTH_OFFSET, (int)dmaLength, BIG_ENDIAN);
        return this;
    }
}
