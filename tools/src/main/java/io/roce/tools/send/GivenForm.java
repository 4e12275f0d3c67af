package io.roce.tools.send;

import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayList;
import java.util.List;

/** Packets that there are already: all bytes but those of fields that are set, and of the ICRC, stay as they are. */
final class GivenForm implements PacketForm
{
    private final List<byte[]> packets;
    private final IcrcChange icrcChange;
    private final Icrc icrc = new Icrc();
    private final List<Change> changes = new ArrayList<>();
    private int chosen;

    /**
     * @param packets BTH to ICRC, well formed or not.
     * @param icrc    what becomes of theirs.
     */
    GivenForm(final List<byte[]> packets, final IcrcChange icrc)
    {
        this.packets = packets;
        this.icrcChange = icrc;
    }

    /** The opcode says which headers the bytes are: it changes where they are made anew, {@link CraftedForm#like}. */
    @Override
    public void opcode(final int opcode)
    {
        throw new IllegalStateException("the opcode of a packet that there is already cannot become " + opcode);
    }

    @Override
    public void set(final String option, final long value)
    {
        for (final Change change : changes)
        {
            if (change.option.equals(option))
            {
                change.value = value;
                return;
            }
        }
        changes.add(new Change(option, value));
    }

    @Override
    public void choose(final int index)
    {
        chosen = index;
    }

    @Override
    public int build(final RoceDatagram datagram, final int psnsAhead)
    {
        final byte[] packet = packets.get(chosen);
        final int max = datagram.envelope().maxPacketLength();
        if (packet.length > max)
        {
            throw new IllegalArgumentException("packet must be 0 to " + max + " bytes long: " + packet.length);
        }
        datagram.envelope().buffer().putBytes(Envelope.PACKET_OFFSET, packet);
        datagram.onBytes(packet.length);
        for (int i = 0; i < changes.size(); i++)
        {
            changes.get(i).apply(datagram);
        }
        if (psnsAhead != 0 && datagram.packet().isReadable(HeaderType.BTH))
        {
            datagram.packet().bth().psn(Psn.add(datagram.packet().bth().psn(), psnsAhead));
        }
        datagram.onBytes(packet.length);
        icrcChange.apply(datagram, icrc);
        return packet.length;
    }

    /** Of the fields with one option. */
    private static final class Change
    {
        private final String option;
        private final List<PacketField> fields;
        private long value;

        Change(final String option, final long value)
        {
            this.option = option;
            this.fields = PacketField.withOption(option);
            this.value = value;
        }

        void apply(final RoceDatagram datagram)
        {
            for (int i = 0; i < fields.size(); i++)
            {
                final PacketField field = fields.get(i);
                if (datagram.packet().isReadable(field.header()))
                {
                    field.set(datagram.packet(), value);
                }
            }
        }
    }
}
