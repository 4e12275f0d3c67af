package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.wire.header.HeaderType;
import io.roce.wire.header.Syndrome;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RocePacket;

import java.io.IOException;
import java.util.function.Predicate;

/** The headers of a packet as JSON: the fields of the BTH, then an object for each other header. */
public final class PacketHeadersJson
{
    private PacketHeadersJson()
    {
    }

    /**
     * Writes the members, opcode first.
     *
     * @param isReadable which headers are there.
     */
    public static void write(
        final JsonGenerator json, final RocePacket packet, final Predicate<HeaderType> isReadable) throws IOException
    {
        if (isReadable.test(HeaderType.BTH))
        {
            json.writeStringField("opcode", packet.opcode() == null ? null : packet.opcode().name());
            json.writeNumberField("opcode_value", packet.bth().opcodeValue());
        }
        for (final HeaderType header : HeaderType.values())
        {
            if (!isReadable.test(header))
            {
                continue;
            }

            if (header == HeaderType.BTH)
            {
                writeFields(json, packet, header);
            }
            else
            {
                json.writeObjectFieldStart(header.label());
                writeFields(json, packet, header);
                json.writeEndObject();
            }
        }
    }

    private static void writeFields(final JsonGenerator json, final RocePacket packet, final HeaderType header)
        throws IOException
    {
        for (final PacketField field : PacketField.values())
        {
            if (field.header() != header)
            {
                continue;
            }

            final long value = field.get(packet);
            if (field.isFlag())
            {
                json.writeBooleanField(field.label(), value != 0);
            }
            else
            {
                Json.writeUint64(json, field.label(), value);
            }
            if (field == PacketField.SYNDROME)
            {
                json.writeStringField("syndrome_name", Syndrome.describe((int)value));
            }
        }
    }
}
