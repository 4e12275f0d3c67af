package io.roce.wire.header;

/**
 * XRC extended transport header (IBTA Vol 1, annex A14).
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |    Reserved   |                     XRCSRQ                    |
 *   +---------------+-----------------------------------------------+
 * </pre>
 */
public final class XrcethFlyweight extends Flyweight
{
    private static final int RESERVED_OFFSET = 0;
    private static final int XRC_SRQ_OFFSET = 1;

    @Override
    public HeaderType type()
    {
        return HeaderType.XRCETH;
    }

    /** Eight bits. */
    public int reserved()
    {
        return buffer.getByte(offset + RESERVED_OFFSET) & 0xFF;
    }

    public XrcethFlyweight reserved(final int reserved)
    {
        buffer.putByte(offset + RESERVED_OFFSET, (byte)reserved);
        return this;
    }

    public int xrcSrq()
    {
        return uint24(XRC_SRQ_OFFSET);
    }

    public XrcethFlyweight xrcSrq(final int xrcSrq)
    {
        putUint24(XRC_SRQ_OFFSET, xrcSrq);
        return this;
    }
}
