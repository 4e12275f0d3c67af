package io.roce.nic.trace;

import io.roce.nic.stats.Fate;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Which drops are asked for.
 *
 * @param fates any of these; empty for all.
 * @param qpn   that DestQP names; {@link #ANY} for all.
 * @param peer  address that it came from; null for all.
 * @param after only those with a higher number.
 * @param last  of all these, only so many of the newest.
 */
public record DropSelection(Set<Fate> fates, int qpn, InetAddress peer, long after, int last)
{
    /** No queue pair number: any. */
    public static final int ANY = -1;

    public DropSelection
    {
        fates = Set.copyOf(fates);
    }

    boolean has(final Drop drop)
    {
        return (fates.isEmpty() || fates.contains(drop.fate())) &&
            (qpn == ANY || drop.destQp() == qpn) &&
            (peer == null || isFromPeer(drop));
    }

    private boolean isFromPeer(final Drop drop)
    {
        final ByteBuffer bytes = ByteBuffer.wrap(peer.getAddress());
        return bytes.remaining() == Integer.BYTES ?
            drop.isFrom(0, Envelope.V4_MAPPED_PREFIX | Integer.toUnsignedLong(bytes.getInt())) :
            drop.isFrom(bytes.getLong(), bytes.getLong());
    }
}
