package io.roce.wire.header;

/**
 * ACK extended transport header (IBTA Vol 1, section 9.3).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |    Syndrome   |                      MSN                      |
 *   +---------------+-----------------------------------------------+
 * </pre>
 */
public final class AethFlyweight extends Flyweight
{
    private static final int SYNDROME_OFFSET = 0;
    private static final int MSN_OFFSET = 1;

    @Override
    public HeaderType type()
    {
        return HeaderType.AETH;
    }

    /** Eight bits: what kind of acknowledgement, and its value. See {@link Syndrome}. */
    public int syndrome()
    {
        return buffer.getByte(offset + SYNDROME_OFFSET) & 0xFF;
    }

    public AethFlyweight syndrome(final int syndrome)
    {
        buffer.putByte(offset + SYNDROME_OFFSET, (byte)syndrome);
        return this;
    }

    /** Message sequence number, 24 bits. */
    public int msn()
    {
        return uint24(MSN_OFFSET);
    }

    public AethFlyweight msn(final int msn)
    {
        putUint24(MSN_OFFSET, msn);
        return this;
    }
}
