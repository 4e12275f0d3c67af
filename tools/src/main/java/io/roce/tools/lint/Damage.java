package io.roce.tools.lint;

import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;

import java.net.InetAddress;

/**
 * The last frames that hold no packet that can be believed: a wrong ICRC, a malformed packet, one cut before its BTH
 * ends. What is missing elsewhere may be in them, so what they can explain is not said a second time. Not thread-safe.
 */
final class Damage
{
    private static final int REMEMBERED = 256;

    /** BTH, RETH and ICRC. */
    private static final int MAX_READ_LENGTH = Opcode.RC_RDMA_READ_REQUEST.headerLength() + Icrc.LENGTH;

    private final long[] frames = new long[REMEMBERED];
    private final InetAddress[] sources = new InetAddress[REMEMBERED];
    private final InetAddress[] destinations = new InetAddress[REMEMBERED];
    private final int[] destQps = new int[REMEMBERED];
    private final boolean[] mayBeReads = new boolean[REMEMBERED];
    private long count;

    /** A frame of which nothing can be told. */
    void add(final long frame)
    {
        add(frame, null, null, Conversation.UNKNOWN, true);
    }

    /** A packet of which one field may be wrong. */
    void add(final Sighting packet)
    {
        final Conversation conversation = packet.conversation();
        add(packet.number(), conversation.source(), conversation.destination(), conversation.destQp(),
            packet.roceFrame().datagram().length() <= MAX_READ_LENGTH);
    }

    private void add(
        final long frame,
        final InetAddress source,
        final InetAddress destination,
        final int destQp,
        final boolean mayBeRead)
    {
        final int slot = (int)(count++ % REMEMBERED);
        frames[slot] = frame;
        sources[slot] = source;
        destinations[slot] = destination;
        destQps[slot] = destQp;
        mayBeReads[slot] = mayBeRead;
    }

    /**
     * Whether so many PSNs may be among them: frames whose addresses and DestQP are all the same but for one.
     *
     * @param destQp {@link Conversation#UNKNOWN} fits any.
     */
    boolean explains(
        final InetAddress source,
        final InetAddress destination,
        final int destQp,
        final long afterFrame,
        final int missing)
    {
        int found = 0;
        for (int i = 0; i < Math.min(count, REMEMBERED); i++)
        {
            if (frames[i] > afterFrame && fits(i, source, destination, destQp))
            {
                // A READ takes as many PSNs as its answer has packets.
                found += mayBeReads[i] ? missing : 1;
            }
        }
        return found >= missing;
    }

    private boolean fits(final int i, final InetAddress source, final InetAddress destination, final int destQp)
    {
        if (sources[i] == null)
        {
            return true;
        }
        final int different =
            (sources[i].equals(source) ? 0 : 1) +
            (destinations[i].equals(destination) ? 0 : 1) +
            (destQp == Conversation.UNKNOWN || destQps[i] == Conversation.UNKNOWN || destQps[i] == destQp ? 0 : 1);
        return different <= 1;
    }
}
