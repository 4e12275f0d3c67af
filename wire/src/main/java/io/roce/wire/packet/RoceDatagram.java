package io.roce.wire.packet;

import io.roce.wire.icrc.Envelope;

/**
 * One UDP datagram that carries, or should carry, a RoCEv2 packet: the bytes, the headers in front of them, and the
 * view of the packet. Re-used from datagram to datagram. Not thread-safe.
 */
public final class RoceDatagram
{
    /**
     * Room for the longest legal packet and one byte more: a datagram that fills it was longer than any legal one, and
     * is told apart from a legal one that has a wrong ICRC.
     */
    public static final int CAPACITY = RocePacket.MAX_LENGTH + 1;

    /** Nobody has said which queue pair sends it. */
    public static final int NO_QPN = -1;

    private final Envelope envelope;
    private final RocePacket packet = new RocePacket();
    private int sourceQpn = NO_QPN;
    private int length;
    private int segment;
    private WireError error = WireError.TRUNCATED_BTH;

    /** Room for {@link #CAPACITY} bytes. */
    public RoceDatagram()
    {
        this(CAPACITY);
    }

    /**
     * @param capacity UDP payload bytes; a capture's reader wants 65,535, since what it finds may be no legal packet.
     */
    public RoceDatagram(final int capacity)
    {
        envelope = new Envelope(capacity);
    }

    /** Headers and bytes; the packet starts at {@link Envelope#PACKET_OFFSET}. */
    public Envelope envelope()
    {
        return envelope;
    }

    /** The view; see there what may be read when {@link #error()} is not {@link WireError#NONE}. */
    public RocePacket packet()
    {
        return packet;
    }

    /** UDP payload in bytes: BTH to ICRC. */
    public int length()
    {
        return length;
    }

    /** What {@link #onBytes} found. */
    public WireError error()
    {
        return error;
    }

    /**
     * Its place, from 0 on, among datagrams that a sender gave the system in one piece, where the receiver's system
     * left them in one: where they are cut up, this is what their IPv4 identification becomes. 0 for any other.
     */
    public int segment()
    {
        return segment;
    }

    /** To be called after {@link #onBytes}, where it is not 0. */
    public void segment(final int segment)
    {
        this.segment = segment;
    }

    /** The queue pair that sends it, which most packets do not say; {@link #NO_QPN} where it is not known. */
    public int sourceQpn()
    {
        return sourceQpn;
    }

    /** Not part of the bytes: known to the node that sends it alone. */
    public void sourceQpn(final int sourceQpn)
    {
        this.sourceQpn = sourceQpn;
    }

    /**
     * To be called when envelope addresses and ports and {@code length} bytes of packet are in place: sets the lengths
     * of the envelope and checks the packet.
     *
     * @param length UDP payload in bytes, 0 to the capacity.
     */
    public WireError onBytes(final int length)
    {
        this.length = length;
        segment = 0;
        envelope.packetLength(length);
        final WireError error = packet.wrap(envelope.buffer(), Envelope.PACKET_OFFSET, length);
        if (this.error != error)
        {
            this.error = error;
        }
        return error;
    }

    /**
     * Becomes a copy of another datagram.
     *
     * @throws IllegalArgumentException when there is no room for it; nothing is written then.
     */
    public void copyFrom(final RoceDatagram other)
    {
        envelope.copyFrom(other.envelope, other.length);
        length = other.length;
        segment = other.segment;
        sourceQpn = other.sourceQpn;
        error = packet.wrap(envelope.buffer(), Envelope.PACKET_OFFSET, length);
    }
}
