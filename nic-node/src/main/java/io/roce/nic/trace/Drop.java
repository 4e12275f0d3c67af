package io.roce.nic.trace;

import io.roce.nic.link.Addresses;
import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetAddress;

/**
 * One datagram that was dropped: the headers as they came, to be taken apart by who reads it, and what the node knew.
 * A place in a {@link DropRing}, written over and over; who reads has a copy.
 */
public final class Drop
{
    private final byte[] bytes = new byte[Opcode.MAX_HEADER_LENGTH];
    private final FateReason reason = new FateReason();
    private long number;
    private long timeNs;
    private Fate fate;
    private GidEntry gid;
    private long sourceHigh;
    private long sourceLow;
    private int sourcePort;
    private int length;
    private int icrc;
    private boolean isLookedUp;
    private int levels;

    // Of the queue pair, if there was one.
    private QpType type;
    private QpState state;
    private long generation;
    private int epoch;

    void set(
        final long number, final long timeNs, final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        final Envelope envelope = datagram.envelope();
        this.number = number;
        this.timeNs = timeNs;
        this.fate = fate;
        gid = arrival.gid();
        sourceHigh = envelope.sourceHigh();
        sourceLow = envelope.sourceLow();
        sourcePort = envelope.sourcePort();
        length = datagram.length();
        System.arraycopy(envelope.array(), Envelope.PACKET_OFFSET, bytes, 0, savedLength());
        icrc = length < Icrc.LENGTH ? 0 : Icrc.read(envelope, length);
        isLookedUp = arrival.isLookedUp();
        levels = arrival.levels();
        final QpContext qp = arrival.qp();
        type = qp == null ? null : qp.type();
        state = qp == null ? null : qp.state();
        generation = qp == null ? 0 : qp.generation();
        epoch = qp == null ? 0 : qp.epoch();
        reason.copyFrom(arrival.reason());
    }

    Drop copy()
    {
        final Drop copy = new Drop();
        System.arraycopy(bytes, 0, copy.bytes, 0, bytes.length);
        copy.reason.copyFrom(reason);
        copy.number = number;
        copy.timeNs = timeNs;
        copy.fate = fate;
        copy.gid = gid;
        copy.sourceHigh = sourceHigh;
        copy.sourceLow = sourceLow;
        copy.sourcePort = sourcePort;
        copy.length = length;
        copy.icrc = icrc;
        copy.isLookedUp = isLookedUp;
        copy.levels = levels;
        copy.type = type;
        copy.state = state;
        copy.generation = generation;
        copy.epoch = epoch;
        return copy;
    }

    /** Its lane is one of several, and among the drops of all it has another number. */
    void number(final long number)
    {
        this.number = number;
    }

    /** Counted from 1 over all drops of the node, so that what is missing between two was dropped too. */
    public long number()
    {
        return number;
    }

    /** Wall clock, nanoseconds since 1970. */
    public long timeNs()
    {
        return timeNs;
    }

    public Fate fate()
    {
        return fate;
    }

    /** Where it arrived. */
    public GidEntry gid()
    {
        return gid;
    }

    /** Where it came from. Allocates. */
    public InetAddress source()
    {
        return Addresses.of(sourceHigh, sourceLow);
    }

    boolean isFrom(final long high, final long low)
    {
        return sourceHigh == high && sourceLow == low;
    }

    /** UDP source port. */
    public int sourcePort()
    {
        return sourcePort;
    }

    /** BTH to ICRC in bytes. */
    public int length()
    {
        return length;
    }

    /** DestQP; -1 when it is not there. */
    public int destQp()
    {
        return length < HeaderType.BTH.length() ?
            -1 :
            (bytes[5] & 0xFF) << 16 | (bytes[6] & 0xFF) << 8 | bytes[7] & 0xFF;
    }

    /** As it came; 0 when the datagram is too short to have one. */
    public int icrc()
    {
        return icrc;
    }

    /** Its headers, to be read as those of any datagram; payload and ICRC are not there. Allocates. */
    public RoceDatagram datagram()
    {
        final RoceDatagram datagram = new RoceDatagram(bytes.length);
        final Envelope envelope = datagram.envelope();
        envelope.addresses(source().getAddress(), gid.udp().getAddress().getAddress());
        envelope.ports(sourcePort, gid.udp().getPort());
        System.arraycopy(bytes, 0, envelope.array(), Envelope.PACKET_OFFSET, savedLength());
        datagram.onBytes(length);
        return datagram;
    }

    /** Whether its number was looked up. */
    public boolean isLookedUp()
    {
        return isLookedUp;
    }

    /** Levels of the table that the look-up walked; 0 when the cache had the queue pair. */
    public int levels()
    {
        return levels;
    }

    /** Of the queue pair that it named; null when it named none that lived, or did not come so far. */
    public QpType type()
    {
        return type;
    }

    /** Of the queue pair, when the datagram had ended; null as {@link #type()}. */
    public QpState state()
    {
        return state;
    }

    /** Of the queue pair; 0 when there is none. */
    public long generation()
    {
        return generation;
    }

    /** Of the queue pair. */
    public int epoch()
    {
        return epoch;
    }

    /** What was expected beside what came. */
    public FateReason reason()
    {
        return reason;
    }

    private int savedLength()
    {
        return Math.min(length, bytes.length);
    }
}
