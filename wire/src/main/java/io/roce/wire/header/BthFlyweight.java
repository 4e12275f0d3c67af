package io.roce.wire.header;

import static java.nio.ByteOrder.BIG_ENDIAN;

/**
 * Base transport header (IBTA Vol 1, section 9.2).
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------+-+-+---+-------+-------------------------------+
 *  |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 *  +-+-+-----------+-+-+---+-------+-------------------------------+
 *  |F|B| Reserved6 |                    DestQP                     |
 *  +-+-+-----------+-----------------------------------------------+
 *  |A|  Reserved7  |                      PSN                      |
 *  +-+-------------+-----------------------------------------------+
 * </pre>
 * S is SolicitedEvent, M MigReq, F FECN, B BECN, A AckReq. FECN and BECN share their byte with six reserved bits; the
 * ICRC takes that byte as ones.
 */
public final class BthFlyweight extends Flyweight
{
    /** Length in bytes. */
    public static final int LENGTH = HeaderType.BTH.length();

    /** The byte that holds FECN, BECN and six reserved bits: the ICRC takes it as ones. */
    public static final int CONGESTION_OFFSET = 4;

    private static final int OPCODE_OFFSET = 0;
    private static final int FLAGS_OFFSET = 1;
    private static final int P_KEY_OFFSET = 2;
    private static final int DEST_QP_OFFSET = 5;
    private static final int ACK_REQUEST_OFFSET = 8;
    private static final int PSN_OFFSET = 9;

    private static final int SOLICITED_EVENT = 0x80;
    private static final int MIG_REQ = 0x40;
    private static final int PAD_COUNT_MASK = 0x30;
    private static final int PAD_COUNT_SHIFT = 4;
    private static final int TRANSPORT_VERSION_MASK = 0x0F;
    private static final int FECN = 0x80;
    private static final int BECN = 0x40;
    private static final int RESERVED_6_MASK = 0x3F;
    private static final int ACK_REQUEST = 0x80;
    private static final int RESERVED_7_MASK = 0x7F;

    @Override
    public HeaderType type()
    {
        return HeaderType.BTH;
    }

    /** The number on the wire, 0 to 255, whether or not the opcode table knows it. */
    public int opcodeValue()
    {
        return buffer.getByte(offset + OPCODE_OFFSET) & 0xFF;
    }

    public BthFlyweight opcodeValue(final int opcodeValue)
    {
        buffer.putByte(offset + OPCODE_OFFSET, (byte)opcodeValue);
        return this;
    }

    public boolean isSolicitedEvent()
    {
        return isSet(FLAGS_OFFSET, SOLICITED_EVENT);
    }

    public BthFlyweight isSolicitedEvent(final boolean isSolicitedEvent)
    {
        return set(FLAGS_OFFSET, SOLICITED_EVENT, isSolicitedEvent);
    }

    public boolean isMigReq()
    {
        return isSet(FLAGS_OFFSET, MIG_REQ);
    }

    public BthFlyweight isMigReq(final boolean isMigReq)
    {
        return set(FLAGS_OFFSET, MIG_REQ, isMigReq);
    }

    /** Bytes, 0 to 3, that were put behind the payload to fill a multiple of four. */
    public int padCount()
    {
        return (buffer.getByte(offset + FLAGS_OFFSET) & PAD_COUNT_MASK) >> PAD_COUNT_SHIFT;
    }

    public BthFlyweight padCount(final int padCount)
    {
        return putBits(FLAGS_OFFSET, PAD_COUNT_MASK, padCount << PAD_COUNT_SHIFT);
    }

    /** TVer, 0 to 15; only 0 is defined. */
    public int transportVersion()
    {
        return buffer.getByte(offset + FLAGS_OFFSET) & TRANSPORT_VERSION_MASK;
    }

    public BthFlyweight transportVersion(final int transportVersion)
    {
        return putBits(FLAGS_OFFSET, TRANSPORT_VERSION_MASK, transportVersion);
    }

    public int pKey()
    {
        return buffer.getShort(offset + P_KEY_OFFSET, BIG_ENDIAN) & 0xFFFF;
    }

    public BthFlyweight pKey(final int pKey)
    {
        buffer.putShort(offset + P_KEY_OFFSET, (short)pKey, BIG_ENDIAN);
        return this;
    }

    public boolean isFecn()
    {
        return isSet(CONGESTION_OFFSET, FECN);
    }

    public BthFlyweight isFecn(final boolean isFecn)
    {
        return set(CONGESTION_OFFSET, FECN, isFecn);
    }

    public boolean isBecn()
    {
        return isSet(CONGESTION_OFFSET, BECN);
    }

    public BthFlyweight isBecn(final boolean isBecn)
    {
        return set(CONGESTION_OFFSET, BECN, isBecn);
    }

    /** The six reserved bits beside FECN and BECN. */
    public int reserved6()
    {
        return buffer.getByte(offset + CONGESTION_OFFSET) & RESERVED_6_MASK;
    }

    public BthFlyweight reserved6(final int reserved6)
    {
        return putBits(CONGESTION_OFFSET, RESERVED_6_MASK, reserved6);
    }

    public int destQp()
    {
        return uint24(DEST_QP_OFFSET);
    }

    public BthFlyweight destQp(final int destQp)
    {
        putUint24(DEST_QP_OFFSET, destQp);
        return this;
    }

    public boolean isAckRequest()
    {
        return isSet(ACK_REQUEST_OFFSET, ACK_REQUEST);
    }

    public BthFlyweight isAckRequest(final boolean isAckRequest)
    {
        return set(ACK_REQUEST_OFFSET, ACK_REQUEST, isAckRequest);
    }

    /** The seven reserved bits beside AckReq. */
    public int reserved7()
    {
        return buffer.getByte(offset + ACK_REQUEST_OFFSET) & RESERVED_7_MASK;
    }

    public BthFlyweight reserved7(final int reserved7)
    {
        return putBits(ACK_REQUEST_OFFSET, RESERVED_7_MASK, reserved7);
    }

    public int psn()
    {
        return uint24(PSN_OFFSET);
    }

    public BthFlyweight psn(final int psn)
    {
        putUint24(PSN_OFFSET, psn);
        return this;
    }

    private boolean isSet(final int fieldOffset, final int bit)
    {
        return (buffer.getByte(offset + fieldOffset) & bit) != 0;
    }

    private BthFlyweight set(final int fieldOffset, final int bit, final boolean value)
    {
        return putBits(fieldOffset, bit, value ? bit : 0);
    }

    private BthFlyweight putBits(final int fieldOffset, final int mask, final int bits)
    {
        final int old = buffer.getByte(offset + fieldOffset);
        buffer.putByte(offset + fieldOffset, (byte)((old & ~mask) | (bits & mask)));
        return this;
    }
}
