package io.roce.nic.qp;

import io.roce.nic.link.Addresses;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.nio.ByteBuffer;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where things stand in the record of one queue pair number: 256 bytes off heap, in the machine's byte order, aligned
 * to cache lines. Whatever a packet that passes admission reads or counts is in the first line, and where the transport
 * goes on from there: with a million queue pairs each line more is one more that comes from memory.
 * <pre>
 *       0       1       2       3       4       5       6       7
 *     +-------+-------+-------+-------+-------------------------------+
 *   0 | occup.| type  | state | drain | epoch                         |
 *     +-------+-------+-------+-------+-------------------------------+
 *   8 | generation                                                    |
 *     +---------------------------------------------------------------+
 *  16 | peer address, high half; IPv4 as ::ffff:a.b.c.d               |  line 0: admission
 *  24 | peer address, low half                                        |
 *     +---------------+-------+-------+-------------------------------+
 *  32 | P_Key         | port  | sgid  | Q_Key                         |
 *     +-------------------------------+-------------------------------+
 *  40 | requests                                                      |
 *  48 | responses                                                     |
 *  56 | service slot; 0 is bare       |                               |
 *     +===============================+===============================+
 *  64 | mask of attributes that are   | one int for each QpAttribute  |
 *     | set                           | that line 0 does not have, in |  line 1: attributes
 *     :                               : their order                   :
 *     +===============================+===============================+
 * 128 | created, ns                                                   |
 * 136 | quarantined until, ns                                         |
 *     +---------------------------------------------------------------+  line 2: life
 * 144 | last peer address, high half; outlives RESET; 0 is none       |
 * 152 | last peer address, low half                                   |
 *     +---------------------------------------------------------------+
 * 160 | reset hold until, ns                                          |
 *     +-------------------------------+-------------------------------+
 * 168 | peer's timers; 0 is unknown   | 1: there is a reset hold      |
 *     +-------------------------------+-------------------------------+
 * 176 | early INITs                                                   |
 *     +---------------------------------------------------------------+
 * 184 | refused                                                       |
 *     +---------------------------------------------------------------+
 * 192 | free for the transport's state                                |  line 3
 *     +---------------------------------------------------------------+
 * </pre>
 * The first four bytes are the state word. It alone says whether the number is free, live or quarantined, and whether
 * the send queue still drains; it is stored whole, so whatever leaves SQD drains no more.
 */
final class QpRecord
{
    /** A number times the stride is a shift by this. */
    static final int LENGTH_SHIFT = 8;

    static final int LENGTH = 1 << LENGTH_SHIFT;

    /** Values of the first byte; memory of a new page is zeros, so all of its numbers are free. */
    static final int FREE = 0;
    static final int LIVE = 1;
    static final int QUARANTINED = 2;

    static final int STATE_WORD_OFFSET = 0;
    static final int EPOCH_OFFSET = 4;
    static final int GENERATION_OFFSET = 8;
    static final int PEER_HIGH_OFFSET = 16;
    static final int PEER_LOW_OFFSET = 24;
    static final int P_KEY_OFFSET = 32;
    static final int PORT_NUM_OFFSET = 34;
    static final int SGID_INDEX_OFFSET = 35;
    static final int Q_KEY_OFFSET = 36;
    static final int REQUESTS_OFFSET = 40;
    static final int RESPONSES_OFFSET = 48;
    static final int SERVICE_SLOT_OFFSET = 56;
    static final int ATTRIBUTE_MASK_OFFSET = 64;
    static final int ATTRIBUTES_OFFSET = 68;
    static final int CREATED_NS_OFFSET = 128;
    static final int QUARANTINED_UNTIL_NS_OFFSET = 136;
    static final int LAST_PEER_HIGH_OFFSET = 144;
    static final int LAST_PEER_LOW_OFFSET = 152;
    static final int RESET_HOLD_UNTIL_NS_OFFSET = 160;
    static final int PEER_TIMERS_OFFSET = 168;
    static final int HAS_RESET_HOLD_OFFSET = 172;
    static final int EARLY_INITS_OFFSET = 176;
    static final int REFUSED_OFFSET = 184;

    /** From the record's start, by ordinal; -1 for the peer's address, which is no number. */
    private static final int[] VALUE_OFFSETS = new int[QpAttribute.values().length];

    static
    {
        int next = ATTRIBUTES_OFFSET;
        for (final QpAttribute attribute : QpAttribute.values())
        {
            VALUE_OFFSETS[attribute.ordinal()] = switch (attribute)
            {
                case DGID -> -1;
                case PORT_NUM -> PORT_NUM_OFFSET;
                case SGID_INDEX -> SGID_INDEX_OFFSET;
                case QKEY -> Q_KEY_OFFSET;
                default -> next;
            };
            next += VALUE_OFFSETS[attribute.ordinal()] == next ? Integer.BYTES : 0;
        }
    }

    private static final QpType[] TYPES = QpType.values();
    private static final QpState[] STATES = QpState.values();
    private static final int TYPE_SHIFT = 8;
    private static final int STATE_SHIFT = 16;
    private static final int BYTE_MASK = 0xFF;
    private static final int DRAINING = 1 << 24;

    private QpRecord()
    {
    }

    static int stateWord(final int occupancy, final QpType type, final QpState state)
    {
        return occupancy | type.ordinal() << TYPE_SHIFT | state.ordinal() << STATE_SHIFT;
    }

    static int occupancy(final int stateWord)
    {
        return stateWord & BYTE_MASK;
    }

    static QpType type(final int stateWord)
    {
        return TYPES[stateWord >>> TYPE_SHIFT & BYTE_MASK];
    }

    static QpState state(final int stateWord)
    {
        return STATES[stateWord >>> STATE_SHIFT & BYTE_MASK];
    }

    /** Of a queue pair in SQD: work that was started before is not finished. */
    static boolean isDraining(final int stateWord)
    {
        return (stateWord & DRAINING) != 0;
    }

    static int draining(final int stateWord, final boolean isDraining)
    {
        return isDraining ? stateWord | DRAINING : stateWord & ~DRAINING;
    }

    static int occupancy(final UnsafeBuffer page, final int offset)
    {
        return occupancy(page.getInt(offset + STATE_WORD_OFFSET));
    }

    /** From the record's start; for an attribute that is a number. */
    static int valueOffset(final QpAttribute attribute)
    {
        return VALUE_OFFSETS[attribute.ordinal()];
    }

    /** Bytes that its value takes; for an attribute that is a number. */
    static int valueLength(final QpAttribute attribute)
    {
        return attribute == QpAttribute.PORT_NUM || attribute == QpAttribute.SGID_INDEX ? Byte.BYTES : Integer.BYTES;
    }

    /** A free record becomes that of a live queue pair in RESET. */
    static void install(
        final UnsafeBuffer page, final int offset, final QpType type, final long generation, final long nowNs)
    {
        page.setMemory(offset, LENGTH, (byte)0);
        page.putLong(offset + GENERATION_OFFSET, generation);
        page.putLong(offset + CREATED_NS_OFFSET, nowNs);
        page.putInt(offset + STATE_WORD_OFFSET, stateWord(LIVE, type, QpState.RESET));
    }

    /** The queue pair is gone; its number is held back. */
    static void retire(final UnsafeBuffer page, final int offset, final long untilNs)
    {
        final int stateWord = page.getInt(offset + STATE_WORD_OFFSET);
        page.putInt(offset + STATE_WORD_OFFSET, stateWord & ~BYTE_MASK | QUARANTINED);
        hold(page, offset, untilNs);
    }

    /** The number is held back until then. */
    static void hold(final UnsafeBuffer page, final int offset, final long untilNs)
    {
        page.putLong(offset + QUARANTINED_UNTIL_NS_OFFSET, untilNs);
    }

    /** The number is free. */
    static void clear(final UnsafeBuffer page, final int offset)
    {
        page.setMemory(offset, LENGTH, (byte)0);
    }

    /** Writes an address as 16 bytes in two halves; IPv4 as {@link Envelope#sourceLow()} has it. */
    static void putAddress(
        final UnsafeBuffer page, final int highOffset, final int lowOffset, final InetAddress address)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        final boolean isIpv6 = bytes.remaining() == 2 * Long.BYTES;
        page.putLong(highOffset, isIpv6 ? bytes.getLong() : 0L);
        page.putLong(
            lowOffset,
            isIpv6 ? bytes.getLong() : Envelope.V4_MAPPED_PREFIX | Integer.toUnsignedLong(bytes.getInt()));
    }

    /** Reads what {@link #putAddress} wrote; null when both halves are 0, which no peer has. */
    static InetAddress address(final UnsafeBuffer page, final int highOffset, final int lowOffset)
    {
        final long high = page.getLong(highOffset);
        final long low = page.getLong(lowOffset);
        return high == 0 && low == 0 ? null : Addresses.of(high, low);
    }
}
