package io.roce.tools.send;

import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;

import java.util.Locale;

/**
 * What is swept, and over which values.
 *
 * @param option of a field, {@link #OPCODE} or {@link #PACKET}.
 */
record Dimension(String option, SweptValues values)
{
    static final String OPCODE = "opcode";

    /** One of several packets that were given, counted from 1. */
    static final String PACKET = "packet";

    void apply(final PacketForm form, final long index)
    {
        final long value = values.at(index);
        switch (option)
        {
            case OPCODE -> form.opcode((int)value);
            case PACKET -> form.choose((int)value - 1);
            default -> form.set(option, value);
        }
    }

    /** As a column's title, and in JSON. */
    String label()
    {
        return option.replace('-', '_');
    }

    /** The values from one to another, both included. */
    String format(final long from, final long to)
    {
        return values.format(from, to, this::format);
    }

    private String format(final long value)
    {
        return switch (option)
        {
            case OPCODE -> Opcode.get((int)value) == null ?
                String.format(Locale.ROOT, "0x%02x", value) : Opcode.get((int)value).name();
            case PACKET -> Long.toString(value);
            default -> PacketField.withOption(option).get(0).format(value);
        };
    }
}
