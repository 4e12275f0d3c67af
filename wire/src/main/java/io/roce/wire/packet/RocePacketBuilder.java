package io.roce.wire.packet;

/**
 * Builds packets, right ones and deliberately wrong ones. Fields keep their values from packet to packet; what is never
 * set is 0, but for the P_Key, which is the default one. Not thread-safe.
 */
public final class RocePacketBuilder
{
    /** Sets the opcode by number, 0 to 255: a reserved one is sent with a BTH alone. */
    public RocePacketBuilder opcode(final int opcodeValue)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets a field; it is written when the opcode has its header.
     *
     * @throws IllegalArgumentException when the value does not fit, naming field, value and bounds.
     */
    public RocePacketBuilder set(final PacketField field, final long value)
    {
        throw new UnsupportedOperationException();
    }

    /** Payload bytes, copied; pad bytes follow by themselves unless {@link PacketField} pad_count has been set. */
    public RocePacketBuilder payload(final byte[] payload)
    {
        throw new UnsupportedOperationException();
    }

    /** Sends just the first {@code length} bytes of the packet, the ICRC with the rest cut off; -1 for all of it. */
    public RocePacketBuilder truncateTo(final int length)
    {
        throw new UnsupportedOperationException();
    }

    /** Which ICRC; {@code value} counts for {@link IcrcChoice#GIVEN}, as it is printed: most significant byte first. */
    public RocePacketBuilder icrc(final IcrcChoice choice, final int value)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes the packet into a datagram whose envelope has its addresses and ports.
     *
     * @return its length, BTH to ICRC.
     */
    public int build(final RoceDatagram datagram)
    {
        throw new UnsupportedOperationException();
    }
}
