package io.roce.wire.cm;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.roce.wire.Qpn;

import org.agrona.DirectBuffer;

/**
 * What a datagram of connection management says of queue pairs. Of a kind that does not have a field, the field is
 * {@link #ABSENT}.
 *
 * @param kind         which message.
 * @param localCommId  the sender's number of the connection, 32 bits.
 * @param remoteCommId the receiver's, 0 while the sender does not know it.
 * @param qpn          REQ and REP: the sender's queue pair. DREQ: the receiver's.
 * @param startingPsn  REQ and REP: of the first packet that the sender expects.
 * @param pathMtu      REQ: in bytes, 0 for a code that is reserved.
 * @param reason       REJ: 16 bits.
 */
public record CmMessage(
    CmKind kind, int localCommId, int remoteCommId, int qpn, int startingPsn, int pathMtu, int reason)
{
    /** In place of a field that the message does not have. */
    public static final int ABSENT = -1;

    /** Bytes of every management datagram. */
    public static final int LENGTH = 256;

    private static final int BASE_VERSION = 1;
    private static final int CLASS_COMMUNICATION = 0x07;
    private static final int CLASS_VERSION = 2;
    private static final int CLASS_OFFSET = 1;
    private static final int CLASS_VERSION_OFFSET = 2;
    private static final int ATTRIBUTE_OFFSET = 16;

    /** What follows counts from here: behind the header that all management datagrams have. */
    private static final int DATA_OFFSET = 24;
    private static final int LOCAL_COMM_ID = DATA_OFFSET;
    private static final int REMOTE_COMM_ID = DATA_OFFSET + 4;
    private static final int REQ_QPN = DATA_OFFSET + 32;
    private static final int REQ_STARTING_PSN = DATA_OFFSET + 44;
    private static final int REQ_PATH_MTU = DATA_OFFSET + 50;
    private static final int REP_QPN = DATA_OFFSET + 12;
    private static final int REP_STARTING_PSN = DATA_OFFSET + 20;
    private static final int REJ_REASON = DATA_OFFSET + 10;
    private static final int DREQ_QPN = DATA_OFFSET + 8;

    private static final int MIN_MTU_CODE = 1;
    private static final int MAX_MTU_CODE = 5;
    private static final int MTU_SHIFT = 7;

    /**
     * Reads a datagram to QP 1.
     *
     * @param offset of the payload.
     * @param length of the payload, without padding.
     * @return null when it is no message of connection management that is known, or not whole.
     */
    public static CmMessage parse(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < LENGTH ||
            buffer.getByte(offset) != BASE_VERSION ||
            buffer.getByte(offset + CLASS_OFFSET) != CLASS_COMMUNICATION ||
            buffer.getByte(offset + CLASS_VERSION_OFFSET) != CLASS_VERSION)
        {
            return null;
        }

        final CmKind kind = CmKind.get(buffer.getShort(offset + ATTRIBUTE_OFFSET, BIG_ENDIAN) & 0xFFFF);
        if (kind == null)
        {
            return null;
        }

        final int localCommId = buffer.getInt(offset + LOCAL_COMM_ID, BIG_ENDIAN);
        final int remoteCommId = buffer.getInt(offset + REMOTE_COMM_ID, BIG_ENDIAN);
        return switch (kind)
        {
            case REQ -> new CmMessage(
                kind,
                localCommId,
                0,
                uint24(buffer, offset + REQ_QPN),
                uint24(buffer, offset + REQ_STARTING_PSN),
                pathMtu((buffer.getByte(offset + REQ_PATH_MTU) & 0xF0) >> 4),
                ABSENT);
            case REP -> new CmMessage(
                kind,
                localCommId,
                remoteCommId,
                uint24(buffer, offset + REP_QPN),
                uint24(buffer, offset + REP_STARTING_PSN),
                ABSENT,
                ABSENT);
            case REJ -> new CmMessage(
                kind,
                localCommId,
                remoteCommId,
                ABSENT,
                ABSENT,
                ABSENT,
                buffer.getShort(offset + REJ_REASON, BIG_ENDIAN) & 0xFFFF);
            case DREQ -> new CmMessage(
                kind, localCommId, remoteCommId, uint24(buffer, offset + DREQ_QPN), ABSENT, ABSENT, ABSENT);
            case MRA, RTU, DREP, SIDR_REQ, SIDR_REP, LAP, APR ->
                new CmMessage(kind, localCommId, remoteCommId, ABSENT, ABSENT, ABSENT, ABSENT);
        };
    }

    private static int pathMtu(final int code)
    {
        return code < MIN_MTU_CODE || code > MAX_MTU_CODE ? 0 : 1 << MTU_SHIFT + code;
    }

    private static int uint24(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset, BIG_ENDIAN) >>> Integer.SIZE - Qpn.BITS;
    }
}
