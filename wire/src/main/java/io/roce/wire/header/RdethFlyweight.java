package io.roce.wire.header;

/**
 * Reliable datagram extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |    Reserved   |                   EEContext                   |
 *   +---------------+-----------------------------------------------+
 * </pre>
 */
public final class RdethFlyweight extends Flyweight
{
    private static final int RESERVED_OFFSET = 0;
    private static final int EE_CONTEXT_OFFSET = 1;

    @Override
    public HeaderType type()
    {
        return HeaderType.RDETH;
    }

    /** Eight bits. */
    public int reserved()
    {
        return buffer.getByte(offset + RESERVED_OFFSET) & 0xFF;
    }

    public RdethFlyweight reserved(final int reserved)
    {
        buffer.putByte(offset + RESERVED_OFFSET, (byte)reserved);
        return this;
    }

    public int eeContext()
    {
        return uint24(EE_CONTEXT_OFFSET);
    }

    public RdethFlyweight eeContext(final int eeContext)
    {
        putUint24(EE_CONTEXT_OFFSET, eeContext);
        return this;
    }
}
