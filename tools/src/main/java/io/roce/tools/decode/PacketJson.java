package io.roce.tools.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.roce.nic.admin.PacketHeadersJson;
import io.roce.tools.cli.Addresses;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.KernelVerdict;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.icrc.Icrc;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacket;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.HexFormat;

/**
 * One packet of a capture as one JSON object. A header that the capture does not hold the whole of is left out, and
 * what cannot be told is null.
 */
public final class PacketJson
{
    private static final int NANO_DIGITS = 9;

    private PacketJson()
    {
    }

    /** A generator of one object a line; what it prints to is not its own to close. */
    public static JsonGenerator generator(final PrintWriter out) throws IOException
    {
        return new JsonFactory().createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)
            // Comments of a capture: a terminal may take more than ASCII's control characters for its own.
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature())
            .setPrettyPrinter(new MinimalPrettyPrinter(""));
    }

    /**
     * Writes one object and a line feed.
     *
     * @param file name of the capture; null to leave it out.
     */
    public static void write(
        final JsonGenerator json, final String file, final Frame frame, final RoceFrame roceFrame) throws IOException
    {
        json.writeStartObject();
        if (file != null)
        {
            json.writeStringField("file", file);
        }
        writeFields(json, frame, roceFrame);
        json.writeEndObject();
        json.writeRaw('\n');
    }

    /**
     * The same of a live capture, with the direction and what the kernel made of it.
     *
     * @param verdict null for a packet that this machine sends.
     */
    public static void writeLive(
        final JsonGenerator json, final Frame frame, final RoceFrame roceFrame, final KernelVerdict verdict)
        throws IOException
    {
        json.writeStartObject();
        writeFields(json, frame, roceFrame);
        json.writeStringField("direction", frame.direction().name());
        json.writeStringField("kernel", verdict == null ? null : verdict.name());
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private static void writeFields(final JsonGenerator json, final Frame frame, final RoceFrame roceFrame)
        throws IOException
    {
        final RoceDatagram datagram = roceFrame.datagram();
        json.writeNumberField("frame", frame.number());
        if (roceFrame.segments() > 1)
        {
            json.writeNumberField("segment", datagram.segment());
            json.writeNumberField("segments", roceFrame.segments());
        }
        json.writeNumberField("time", BigDecimal.valueOf(frame.timestampNs(), NANO_DIGITS));
        json.writeStringField("src", Addresses.format(datagram.envelope().source()));
        json.writeStringField("dst", Addresses.format(datagram.envelope().destination()));
        json.writeNumberField("udp_src_port", datagram.envelope().sourcePort());
        json.writeArrayFieldStart("vlan");
        for (final int vlanId : roceFrame.vlanIds())
        {
            json.writeNumber(vlanId);
        }
        json.writeEndArray();
        writePacket(json, roceFrame, datagram);
        writeIcrc(json, roceFrame);
        if (!roceFrame.isWhole())
        {
            json.writeNumberField("captured_length", roceFrame.capturedLength());
        }
        if (roceFrame.isErrorKnown() && datagram.error() != WireError.NONE)
        {
            json.writeStringField("error", datagram.error().name());
        }
        if (frame.comment() != null)
        {
            json.writeStringField("comment", frame.comment());
        }
    }

    private static void writePacket(final JsonGenerator json, final RoceFrame roceFrame, final RoceDatagram datagram)
        throws IOException
    {
        final RocePacket packet = datagram.packet();
        PacketHeadersJson.write(json, packet, roceFrame::isReadable);
        if (datagram.error() == WireError.NONE && roceFrame.isErrorKnown())
        {
            json.writeNumberField("payload_length", packet.payloadLength());
            json.writeStringField("payload", HexFormat.of().formatHex(CapturedPayload.of(roceFrame)));
        }
        else
        {
            json.writeNullField("payload_length");
            json.writeNullField("payload");
        }
    }

    private static void writeIcrc(final JsonGenerator json, final RoceFrame roceFrame) throws IOException
    {
        if (roceFrame.isIcrcReadable())
        {
            final RoceDatagram datagram = roceFrame.datagram();
            json.writeNumberField(
                "icrc", Integer.toUnsignedLong(Icrc.read(datagram.envelope(), datagram.length())));
        }
        else
        {
            json.writeNullField("icrc");
        }
        if (roceFrame.icrcStatus() == IcrcStatus.NOT_AVAILABLE)
        {
            json.writeNullField("icrc_expected");
        }
        else
        {
            json.writeNumberField("icrc_expected", Integer.toUnsignedLong(roceFrame.icrcExpected()));
        }
        json.writeStringField("icrc_status", roceFrame.icrcStatus().name());
        if (roceFrame.icrcUnavailable() != null)
        {
            json.writeStringField("icrc_reason", roceFrame.icrcUnavailable().name());
        }
    }
}
