package io.roce.tools.send;

import io.roce.wire.Psn;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.RocePacketBuilder;

/** Packets of nothing but values. */
final class CraftedForm implements PacketForm
{
    private static final String PSN = PacketField.PSN.option();

    private final RocePacketBuilder builder;
    private int psn;

    /** @param builder has what is never set here: payload and ICRC. */
    CraftedForm(final RocePacketBuilder builder)
    {
        this.builder = builder;
    }

    /**
     * The fields of a well formed packet, and its payload.
     *
     * @param payload in its place; null for its own, without pad bytes.
     */
    static CraftedForm like(final RocePacket packet, final byte[] payload, final RocePacketBuilder builder)
    {
        final CraftedForm form = new CraftedForm(builder.payload(payload == null ? payloadOf(packet) : payload));
        form.opcode(packet.opcode().code());
        for (final PacketField field : PacketField.values())
        {
            // The pad is what the payload needs.
            if (packet.isReadable(field.header()) && field != PacketField.PAD_COUNT)
            {
                form.set(field.option(), field.get(packet));
            }
        }
        return form;
    }

    @Override
    public void opcode(final int opcode)
    {
        builder.opcode(opcode);
    }

    @Override
    public void set(final String option, final long value)
    {
        if (PSN.equals(option))
        {
            psn = (int)value;
        }
        else
        {
            builder.set(option, value);
        }
    }

    @Override
    public void choose(final int index)
    {
        throw new IllegalStateException("there is one form alone, and not " + index);
    }

    @Override
    public int build(final RoceDatagram datagram, final int psnsAhead)
    {
        return builder.set(PacketField.PSN, Psn.add(psn, psnsAhead)).build(datagram);
    }

    private static byte[] payloadOf(final RocePacket packet)
    {
        final byte[] payload = new byte[packet.payloadLength()];
        packet.buffer().getBytes(packet.payloadOffset(), payload);
        return payload;
    }
}
