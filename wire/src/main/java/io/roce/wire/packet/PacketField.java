package io.roce.wire.packet;

import io.roce.wire.header.HeaderType;

import java.util.function.ToLongFunction;

/**
 * Every field of every header of a RoCEv2 packet, once: its name in JSON and on the command line, the header it is in, its
 * width, and how it is read and written. The printer, the builder, JSON and the command line iterate this list.
 */
public enum PacketField
{
    SOLICITED_EVENT("solicited_event", HeaderType.BTH, 1,
        packet -> packet.bth().isSolicitedEvent() ? 1 : 0, (packet, value) -> packet.bth().isSolicitedEvent(value != 0)),
    PSN("psn", HeaderType.BTH, 24,
        packet -> packet.bth().psn(), (packet, value) -> packet.bth().psn((int)value));

    private final String label;
    private final HeaderType header;
    private final int width;
    private final ToLongFunction<RocePacket> getter;
    private final Setter setter;

    PacketField(
        final String label,
        final HeaderType header,
        final int width,
        final ToLongFunction<RocePacket> getter,
        final Setter setter)
    {
        this.label = label;
        this.header = header;
        this.width = width;
        this.getter = getter;
        this.setter = setter;
    }

    /** Its name in JSON and, with dashes, on the command line. */
    public String label()
    {
        return label;
    }

    public HeaderType header()
    {
        return header;
    }

    /** Bits, 1 to 64. */
    public int width()
    {
        return width;
    }

    /** Reads it. The packet must have the header. Unsigned; of 64-bit fields the sign bit is the top bit. */
    public long get(final RocePacket packet)
    {
        return getter.applyAsLong(packet);
    }

    void set(final RocePacket packet, final long value)
    {
        setter.accept(packet, value);
    }

    private interface Setter
    {
        void accept(RocePacket packet, long value);
    }
}
