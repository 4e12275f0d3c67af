package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.link.Addresses;
import io.roce.nic.qp.QpSnapshot;
import io.roce.nic.qp.QpnStatus;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.trace.Drop;
import io.roce.nic.trace.Expectation;
import io.roce.nic.trace.FateReason;
import io.roce.nic.trace.QpnLife;
import io.roce.wire.packet.PacketPrinter;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Drops as JSON. The one place that knows their members. */
final class DropsJson
{
    /** Universal time, to the nanosecond. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(9).toFormatter();

    private DropsJson()
    {
    }

    /**
     * A number that drops named, as it is when they are read.
     *
     * @param live        null when no queue pair has it.
     * @param remainingNs as {@code QueuePairs.quarantineRemainingNs}.
     * @param history     latest first.
     */
    record Number(int qpn, QpSnapshot live, long remainingNs, List<QpnLife> history)
    {
    }

    /** How many there were, and how many of these are kept; of each fate that is a drop, zeros too. */
    static void writeSummary(
        final JsonGenerator json, final int capacity, final LedgerSnapshot ledger, final int[] kept) throws IOException
    {
        long dropped = 0;
        long keptOfAll = 0;
        for (final Fate fate : Fate.values())
        {
            dropped += fate.isDrop() ? ledger.count(fate) : 0;
            keptOfAll += kept[fate.ordinal()];
        }
        json.writeNumberField("capacity", capacity);
        json.writeNumberField("dropped", dropped);
        json.writeNumberField("kept", keptOfAll);
        json.writeArrayFieldStart("fates");
        for (final Fate fate : Fate.values())
        {
            if (fate.isDrop())
            {
                json.writeStartObject();
                json.writeStringField("fate", fate.name());
                json.writeNumberField("dropped", ledger.count(fate));
                json.writeNumberField("kept", kept[fate.ordinal()]);
                json.writeStringField("description", fate.description());
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    /** Of the wall's clock. */
    static String time(final long epochNs)
    {
        return TIME.format(Instant.ofEpochSecond(0, epochNs));
    }

    static void writeDrop(final JsonGenerator json, final Drop drop) throws IOException
    {
        final RoceDatagram datagram = drop.datagram();
        json.writeStartObject();
        json.writeNumberField("number", drop.number());
        json.writeStringField("time", time(drop.timeNs()));
        json.writeStringField("fate", drop.fate().name());
        writeReason(json, drop.reason());
        json.writeStringField("src", Addresses.format(drop.source()));
        json.writeNumberField("udp_src_port", drop.sourcePort());
        json.writeStringField("dst", Addresses.format(drop.gid().udp().getAddress()));
        json.writeNumberField("port_num", drop.gid().portNum());
        json.writeNumberField("gid_index", drop.gid().gidIndex());
        json.writeNumberField("length", drop.length());
        PacketHeadersJson.write(json, datagram.packet(), datagram.packet()::isReadable);
        final boolean isWhole = datagram.error() == WireError.NONE;
        json.writePOJOField("payload_length", isWhole ? datagram.packet().payloadLength() : null);
        json.writePOJOField(
            "icrc", datagram.error() == WireError.TRUNCATED_BTH ? null : Integer.toUnsignedLong(drop.icrc()));
        json.writeStringField("packet", PacketPrinter.line(datagram));
        writeQp(json, drop);
        writeLookUp(json, drop);
        json.writeEndObject();
    }

    static void writeNumber(final JsonGenerator json, final Number number, final long nowNs) throws IOException
    {
        final QpSnapshot live = number.live();
        final QpnStatus status = live != null ? QpnStatus.LIVE :
            number.remainingNs() != 0 ? QpnStatus.QUARANTINED : QpnStatus.UNALLOCATED;
        json.writeStartObject();
        json.writeNumberField("qpn", number.qpn());
        json.writeStringField("status", status.name());
        if (status == QpnStatus.QUARANTINED)
        {
            json.writePOJOField(
                "remaining_ms", number.remainingNs() < 0 ? null : Durations.ceilMs(number.remainingNs()));
        }
        if (live != null)
        {
            json.writeStringField("type", live.type().name());
            json.writeStringField("state", live.state().name());
            json.writeNumberField("generation", live.generation());
            json.writeNumberField("epoch", live.epoch());
            json.writeNumberField("created_ms_ago", TimeUnit.NANOSECONDS.toMillis(nowNs - live.createdNs()));
        }
        json.writePOJOField("history", QpJson.history(number.history(), nowNs));
        json.writeEndObject();
    }

    /** Null where there is nothing to compare. */
    private static void writeReason(final JsonGenerator json, final FateReason reason) throws IOException
    {
        if (reason.expectation() == Expectation.NONE)
        {
            json.writeNullField("reason");
            return;
        }
        json.writeObjectFieldStart("reason");
        json.writeStringField("field", reason.expectation().label());
        writeSide(json, "expected", reason.expected());
        writeSide(json, "came", reason.came());
        json.writeStringField("note", reason.note());
        json.writeStringField("text", reason.toString());
        json.writeEndObject();
    }

    private static void writeSide(final JsonGenerator json, final String name, final Object side) throws IOException
    {
        if (side instanceof final Long number)
        {
            Json.writeUint64(json, name, number);
        }
        else
        {
            json.writePOJOField(name, side);
        }
    }

    private static void writeQp(final JsonGenerator json, final Drop drop) throws IOException
    {
        if (drop.type() == null)
        {
            json.writeNullField("qp");
            return;
        }
        json.writeObjectFieldStart("qp");
        json.writeStringField("type", drop.type().name());
        json.writeStringField("state", drop.state().name());
        json.writeNumberField("generation", drop.generation());
        json.writeNumberField("epoch", drop.epoch());
        json.writeEndObject();
    }

    private static void writeLookUp(final JsonGenerator json, final Drop drop) throws IOException
    {
        if (!drop.isLookedUp())
        {
            json.writeNullField("look_up");
            return;
        }
        json.writeObjectFieldStart("look_up");
        json.writeBooleanField("cache_hit", drop.levels() == 0);
        json.writeNumberField("table_levels", drop.levels());
        json.writeEndObject();
    }
}
