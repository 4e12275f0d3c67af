package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Flush extended transport header (IBTA Vol 1, annex A19).
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-----------------------------------------------+-------+-------+
 *  |                   Reserved                    |  SEL  |  PLT  |
 *  +-----------------------------------------------+-------+-------+
 * </pre>
 */
public final class FethFlyweight extends Flyweight
{
    private static final int WORD_OFFSET = 0;
    private static final int RESERVED_SHIFT = 8;
    private static final int RESERVED_MASK = 0xFF_FFFF;
    private static final int SELECTIVITY_SHIFT = 4;
    private static final int FIELD_MASK = 0xF;

    @Override
    public HeaderType type()
    {
        return HeaderType.FETH;
    }

    /** 24 bits. */
    public int reserved()
    {
        return buffer.getInt(offset + WORD_OFFSET, BIG_ENDIAN) >>> RESERVED_SHIFT;
    }

    public FethFlyweight reserved(final int reserved)
    {
        return putBits(RESERVED_MASK << RESERVED_SHIFT, reserved << RESERVED_SHIFT);
    }

    /** Which part of the memory region: 0 the range of the RETH, 1 the whole region. */
    public int selectivityLevel()
    {
        return buffer.getInt(offset + WORD_OFFSET, BIG_ENDIAN) >> SELECTIVITY_SHIFT & FIELD_MASK;
    }

    public FethFlyweight selectivityLevel(final int selectivityLevel)
    {
        return putBits(FIELD_MASK << SELECTIVITY_SHIFT, selectivityLevel << SELECTIVITY_SHIFT);
    }

    /** Where to: bit 0 global visibility, bit 1 persistence. */
    public int placementType()
    {
        return buffer.getInt(offset + WORD_OFFSET, BIG_ENDIAN) & FIELD_MASK;
    }

    public FethFlyweight placementType(final int placementType)
    {
        return putBits(FIELD_MASK, placementType);
    }

    private FethFlyweight putBits(final int mask, final int bits)
    {
        final int old = buffer.getInt(offset + WORD_OFFSET, BIG_ENDIAN);
        buffer.putInt(offset + WORD_OFFSET, (old & ~mask) | (bits & mask), BIG_ENDIAN);
        return this;
    }
}
