package io.roce.nic.qp;

import io.roce.nic.link.GidEntry;
import io.roce.wire.Qpn;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;

import org.agrona.concurrent.UnsafeBuffer;

import static io.roce.nic.qp.QpRecord.*;

/**
 * The context of one live queue pair: a handle to its record in the table. Handles are used again for other queue
 * pairs, so this one is valid until the resolver is asked again or a command runs. What has to last longer keeps (qpn,
 * generation, epoch) and comes back with them to {@link QpResolver#resolve(int, long, int)}. Lane thread only.
 */
public final class QpContext
{
    private UnsafeBuffer page;
    private int offset;
    private int qpn;
    private long generation;
    private int epoch;

    /** A handle that points nowhere yet; {@link QpTable#lookup} points it. */
    public QpContext()
    {
    }

    /** Points the handle at a live record. */
    void wrap(final UnsafeBuffer page, final int offset, final int qpn)
    {
        if (this.page != page)
        {
            this.page = page;
        }
        this.offset = offset;
        this.qpn = qpn;
        generation = page.getLong(offset + GENERATION_OFFSET);
        epoch = page.getInt(offset + EPOCH_OFFSET);
    }

    public int qpn()
    {
        return qpn;
    }

    /** Counts creations over the node's whole life; no two queue pairs share one. */
    public long generation()
    {
        return generation;
    }

    /** Counts how often this queue pair has gone back to RESET. */
    public int epoch()
    {
        return epoch;
    }

    /** Whether the record is still that of the queue pair, in the same epoch, that the handle was pointed at. */
    boolean isCurrent()
    {
        return occupancy(page, offset) == LIVE &&
            page.getLong(offset + GENERATION_OFFSET) == generation &&
            page.getInt(offset + EPOCH_OFFSET) == epoch;
    }

    public QpType type()
    {
        return QpRecord.type(stateWord());
    }

    public QpState state()
    {
        return QpRecord.state(stateWord());
    }

    /**
     * Whether the queue pair is in SQD and work that it had started before is not finished ({@code sq_draining}).
     * Nothing but ERR can be gone to then.
     */
    public boolean isSqDraining()
    {
        return QpRecord.isDraining(stateWord());
    }

    /**
     * The queue pair has come to SQD with work that is started and not finished, or has finished the last of it. Told
     * by whoever does the work; who has none has nothing to tell, and the queue pair is drained at once.
     *
     * @throws IllegalStateException when it is not in SQD: nothing drains elsewhere.
     */
    public void sqDraining(final boolean isSqDraining)
    {
        if (state() != QpState.SQD)
        {
            throw new IllegalStateException(Qpn.format(qpn) + " is in " + state() + " and does not drain");
        }
        page.putInt(offset + STATE_WORD_OFFSET, QpRecord.draining(stateWord(), isSqDraining));
    }

    /**
     * The queue pair cannot go on, as no verb has asked for: to ERR or, UC and UD, to SQE. Whoever calls
     * ends the work that is under way.
     */
    public void fail(final QpState to)
    {
        if (to != QpState.ERR && (to != QpState.SQE || type() == QpType.RC))
        {
            throw new IllegalArgumentException("no " + type() + " queue pair fails to " + to);
        }
        page.putInt(offset + STATE_WORD_OFFSET, QpRecord.stateWord(LIVE, type(), to));
    }

    /** Where the transport keeps what it does for the queue pair; 0 when it is bare. The same through every RESET. */
    public int serviceSlot()
    {
        return page.getInt(offset + SERVICE_SLOT_OFFSET);
    }

    /** The transport serves the queue pair from now on, until it is destroyed. */
    public void serviceSlot(final int slot)
    {
        page.putInt(offset + SERVICE_SLOT_OFFSET, slot);
    }

    /** The P_Key that packets must match; 0, which matches none, until {@code pkey_index} is set. */
    public int pKey()
    {
        return page.getShort(offset + P_KEY_OFFSET) & 0xFFFF;
    }

    /** The Q_Key that UD packets must carry; unsigned 32 bits in an {@code int}. */
    public int qKey()
    {
        return page.getInt(offset + Q_KEY_OFFSET);
    }

    /** Whether that is the queue pair's port and, if it has a peer, the address that the peer sends to. */
    public boolean isAt(final GidEntry gid)
    {
        return page.getByte(offset + PORT_NUM_OFFSET) == gid.portNum() &&
            (page.getByte(offset + SGID_INDEX_OFFSET) == gid.gidIndex() || !type().isConnected());
    }

    /** Whether the packet came from the address that this queue pair is connected to. */
    public boolean isPeer(final Envelope envelope)
    {
        return page.getLong(offset + PEER_LOW_OFFSET) == envelope.sourceLow() &&
            page.getLong(offset + PEER_HIGH_OFFSET) == envelope.sourceHigh();
    }

    /** First half of the address that it is connected to, as {@link Envelope#sourceHigh()} has it; 0 when it is not. */
    public long peerHigh()
    {
        return page.getLong(offset + PEER_HIGH_OFFSET);
    }

    /** The second half. */
    public long peerLow()
    {
        return page.getLong(offset + PEER_LOW_OFFSET);
    }

    /** A request passed admission. */
    public void onRequest()
    {
        increment(REQUESTS_OFFSET);
    }

    /** A response passed admission. */
    public void onResponse()
    {
        increment(RESPONSES_OFFSET);
    }

    /** A packet that names this queue pair was refused by admission. */
    public void onRefused()
    {
        increment(REFUSED_OFFSET);
    }

    /** When the queue pair was created, on the node's clock. */
    public long createdNs()
    {
        return page.getLong(offset + CREATED_NS_OFFSET);
    }

    /** The address it was last connected to, also when it has gone through RESET since; null if it never was. */
    public InetAddress lastPeer()
    {
        return address(page, offset + LAST_PEER_HIGH_OFFSET, offset + LAST_PEER_LOW_OFFSET);
    }

    /** A copy for other threads. */
    public QpSnapshot snapshot()
    {
        return new QpSnapshot(
            qpn,
            generation,
            epoch,
            type(),
            state(),
            isSqDraining(),
            attributes(),
            page.getLong(offset + REQUESTS_OFFSET),
            page.getLong(offset + RESPONSES_OFFSET),
            page.getLong(offset + REFUSED_OFFSET),
            page.getLong(offset + EARLY_INITS_OFFSET),
            peerTimers(),
            createdNs());
    }

    /** Whether an attribute has been set since RESET. */
    public boolean has(final QpAttribute attribute)
    {
        return (page.getInt(offset + ATTRIBUTE_MASK_OFFSET) & attribute.bit()) != 0;
    }

    /** An attribute that is a number; 0 when it is not set. */
    public long value(final QpAttribute attribute)
    {
        final int valueOffset = offset + valueOffset(attribute);
        return valueLength(attribute) == Byte.BYTES ?
            Byte.toUnsignedLong(page.getByte(valueOffset)) :
            Integer.toUnsignedLong(page.getInt(valueOffset));
    }

    /** The address of the peer; null when it is not set. Makes an object. */
    public InetAddress dgid()
    {
        return address(page, offset + PEER_HIGH_OFFSET, offset + PEER_LOW_OFFSET);
    }

    /** What is known of the peer's timers; null if nothing is. */
    public PeerTimers peerTimers()
    {
        return PeerTimers.unpack(page.getInt(offset + PEER_TIMERS_OFFSET));
    }

    /** Nanoseconds until the connections that were ended by RESET need not be feared any more; at least 0. */
    public long resetHoldRemainingNs(final long nowNs)
    {
        return page.getInt(offset + HAS_RESET_HOLD_OFFSET) == 0 ?
            0 :
            Math.max(0, page.getLong(offset + RESET_HOLD_UNTIL_NS_OFFSET) - nowNs);
    }

    /** A connection was ended by RESET and is to be feared until then. */
    public void resetHold(final long untilNs)
    {
        page.putLong(offset + RESET_HOLD_UNTIL_NS_OFFSET, untilNs);
        page.putInt(offset + HAS_RESET_HOLD_OFFSET, 1);
    }

    /** The queue pair went to INIT before its reset hold was over. */
    public void onEarlyInit()
    {
        increment(EARLY_INITS_OFFSET);
    }

    /**
     * Goes to a state and sets attributes, all of which have been checked. With DGID comes SGID_INDEX, given or not.
     */
    void apply(final QpState next, final QpAttributes attributes)
    {
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (attributes.has(attribute))
            {
                set(attribute, attributes);
            }
        }

        final int maskOffset = offset + ATTRIBUTE_MASK_OFFSET;
        final int addressVector = attributes.has(QpAttribute.DGID) ? QpAttribute.SGID_INDEX.bit() : 0;
        page.putInt(maskOffset, page.getInt(maskOffset) | attributes.mask() | addressVector);
        page.putInt(offset + STATE_WORD_OFFSET, QpRecord.stateWord(LIVE, type(), next));
    }

    /** The P_Key that the port's table has at {@code pkey_index}. */
    void pKey(final int pKey)
    {
        page.putShort(offset + P_KEY_OFFSET, (short)pKey);
    }

    /** What is known of the peer from now on. */
    void peerTimers(final PeerTimers peerTimers)
    {
        page.putInt(offset + PEER_TIMERS_OFFSET, peerTimers.packed());
    }

    /** Goes back to RESET: no attributes; same number, generation and service, the next epoch. Counters go on. */
    void reset()
    {
        page.putInt(offset + STATE_WORD_OFFSET, QpRecord.stateWord(LIVE, type(), QpState.RESET));
        page.setMemory(offset + PEER_HIGH_OFFSET, REQUESTS_OFFSET - PEER_HIGH_OFFSET, (byte)0);
        page.setMemory(offset + ATTRIBUTE_MASK_OFFSET, CREATED_NS_OFFSET - ATTRIBUTE_MASK_OFFSET, (byte)0);
        page.putInt(offset + PEER_TIMERS_OFFSET, 0);
        page.putInt(offset + EPOCH_OFFSET, ++epoch);
    }

    private void set(final QpAttribute attribute, final QpAttributes attributes)
    {
        if (attribute == QpAttribute.DGID)
        {
            putAddress(page, offset + PEER_HIGH_OFFSET, offset + PEER_LOW_OFFSET, attributes.dgid());
            putAddress(page, offset + LAST_PEER_HIGH_OFFSET, offset + LAST_PEER_LOW_OFFSET, attributes.dgid());
            putValue(QpAttribute.SGID_INDEX, attributes.value(QpAttribute.SGID_INDEX));
        }
        else
        {
            putValue(attribute, attributes.value(attribute));
        }
    }

    private void putValue(final QpAttribute attribute, final long value)
    {
        final int valueOffset = offset + valueOffset(attribute);
        if (valueLength(attribute) == Byte.BYTES)
        {
            page.putByte(valueOffset, (byte)value);
        }
        else
        {
            page.putInt(valueOffset, (int)value);
        }
    }

    private QpAttributes attributes()
    {
        final QpAttributes attributes = new QpAttributes();
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (!has(attribute))
            {
                continue;
            }

            if (attribute == QpAttribute.DGID)
            {
                attributes.dgid(dgid());
            }
            else
            {
                attributes.put(attribute, value(attribute));
            }
        }
        return attributes;
    }

    private int stateWord()
    {
        return page.getInt(offset + STATE_WORD_OFFSET);
    }

    private void increment(final int counterOffset)
    {
        page.putLong(offset + counterOffset, page.getLong(offset + counterOffset) + 1);
    }
}
