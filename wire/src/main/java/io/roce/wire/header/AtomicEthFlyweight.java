package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Atomic extended transport header (IBTA Vol 1, section 9.3).
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
 *   |                      SwapOrAddData, high                      |
 *   +---------------------------------------------------------------+
 *   |                       SwapOrAddData, low                      |
 *   +---------------------------------------------------------------+
 *   |                       CompareData, high                       |
 *   +---------------------------------------------------------------+
 *   |                        CompareData, low                       |
 *   +---------------------------------------------------------------+
 * </pre>
 */
public final class AtomicEthFlyweight extends Flyweight
{
    private static final int VIRTUAL_ADDRESS_OFFSET = 0;
    private static final int R_KEY_OFFSET = 8;
    private static final int SWAP_OR_ADD_DATA_OFFSET = 12;
    private static final int COMPARE_DATA_OFFSET = 20;

    @Override
    public HeaderType type()
    {
        return HeaderType.ATOMIC_ETH;
    }

    /** Unsigned 64 bits in a {@code long}. */
    public long virtualAddress()
    {
        return buffer.getLong(offset + VIRTUAL_ADDRESS_OFFSET, BIG_ENDIAN);
    }

    public AtomicEthFlyweight virtualAddress(final long virtualAddress)
    {
        buffer.putLong(offset + VIRTUAL_ADDRESS_OFFSET, virtualAddress, BIG_ENDIAN);
        return this;
    }

    /** Unsigned 32 bits in an {@code int}. */
    public int rKey()
    {
        return buffer.getInt(offset + R_KEY_OFFSET, BIG_ENDIAN);
    }

    public AtomicEthFlyweight rKey(final int rKey)
    {
        buffer.putInt(offset + R_KEY_OFFSET, rKey, BIG_ENDIAN);
        return this;
    }

    public long swapOrAddData()
    {
        return buffer.getLong(offset + SWAP_OR_ADD_DATA_OFFSET, BIG_ENDIAN);
    }

    public AtomicEthFlyweight swapOrAddData(final long swapOrAddData)
    {
        buffer.putLong(offset + SWAP_OR_ADD_DATA_OFFSET, swapOrAddData, BIG_ENDIAN);
        return this;
    }

    public long compareData()
    {
        return buffer.getLong(offset + COMPARE_DATA_OFFSET, BIG_ENDIAN);
    }

    public AtomicEthFlyweight compareData(final long compareData)
    {
        buffer.putLong(offset + COMPARE_DATA_OFFSET, compareData, BIG_ENDIAN);
        return this;
    }
}
