package io.roce.nic.record;

import io.roce.nic.stats.Fate;
import io.roce.nic.trace.FateReason;
import io.roce.wire.Qpn;
import io.roce.wire.packet.RoceDatagram;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What stands in the ring in front of a frame. Not thread-safe: each end has its own.
 * <pre>
 *   time ns (8)  missed (8)  interface (4)  fate, -1 for what was sent (4)  sender (4)  unused (4)  reason (56)
 * </pre>
 */
final class RecordedPacket
{
    static final int LENGTH = 32 + FateReason.ENCODED_LENGTH;

    private static final int MISSED = 8;
    private static final int INTERFACE = 16;
    private static final int FATE = 20;
    private static final int SENDER = 24;
    private static final int REASON = 32;
    private static final int SENT = -1;
    private static final Fate[] FATES = Fate.values();

    long timeNs;
    /** Packets of this interface that had found no room in the ring by then. */
    long missed;
    int networkInterface;
    /** Null for what was sent. */
    Fate fate;
    /** Number of the queue pair that sent it; {@link RoceDatagram#NO_QPN} when that is not known. */
    int sourceQpn;
    /** Only of drops. */
    final FateReason reason = new FateReason();

    void write(final MutableDirectBuffer to, final int offset, final FateReason reason)
    {
        to.putLong(offset, timeNs);
        to.putLong(offset + MISSED, missed);
        to.putInt(offset + INTERFACE, networkInterface);
        to.putInt(offset + FATE, fate == null ? SENT : fate.ordinal());
        to.putInt(offset + SENDER, sourceQpn);
        reason.encode(to, offset + REASON);
    }

    void read(final DirectBuffer from, final int offset)
    {
        timeNs = from.getLong(offset);
        missed = from.getLong(offset + MISSED);
        networkInterface = from.getInt(offset + INTERFACE);
        final int fateOrdinal = from.getInt(offset + FATE);
        fate = fateOrdinal == SENT ? null : FATES[fateOrdinal];
        sourceQpn = from.getInt(offset + SENDER);
        reason.decode(from, offset + REASON);
    }

    /** {@code P_KEY_MISMATCH: The P_Key does not match the queue pair's. p_key: expected 0xffff, came 0x1234}. */
    void appendComment(final StringBuilder text, final long missedBefore)
    {
        if (missedBefore != 0)
        {
            text.append(missedBefore).append(" packets before this one are not recorded. ");
        }

        if (fate == null)
        {
            text.append("SENT");
            if (sourceQpn != RoceDatagram.NO_QPN)
            {
                text.append(" by queue pair ").append(Qpn.format(sourceQpn));
            }
            return;
        }

        text.append(fate).append(": ").append(fate.description());
        if (fate.isDrop())
        {
            text.append(' ');
            reason.appendTo(text);
        }
    }
}
