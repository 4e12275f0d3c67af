package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.qpn.QuarantinedQpn;

import java.io.IOException;
import java.util.List;

/** Figures of the table, the cache and the quarantine as JSON. The one place that knows their members. */
final class FiguresJson
{
    private FiguresJson()
    {
    }

    static void writeTable(final JsonGenerator json, final TableFigures table) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("kind", table.kind());
        json.writeNumberField("levels", table.levels());
        json.writeNumberField("pages", table.pages());
        json.writeNumberField("spare_pages", table.sparePages());
        json.writeNumberField("records_per_page", table.recordsPerPage());
        json.writeNumberField("record_length", table.recordLength());
        json.writeNumberField("bytes_committed", table.bytesCommitted());
        json.writeNumberField("bytes_bound", table.bytesBound());
        json.writeNumberField("live", table.live());
        if (table.live() == 0)
        {
            json.writeNullField("bytes_per_live_qp");
        }
        else
        {
            json.writeNumberField("bytes_per_live_qp", table.bytesCommitted() / table.live());
        }
        json.writeNumberField("quarantined", table.quarantined());
        json.writeNumberField("max_qps", table.maxQps());
        json.writeNumberField("first_qpn", table.firstQpn());
        json.writeNumberField("last_qpn", table.lastQpn());
        json.writeEndObject();
    }

    static void writeCache(final JsonGenerator json, final CacheFigures cache) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("kind", cache.kind());
        json.writeNumberField("sets", cache.sets());
        json.writeNumberField("ways", cache.ways());
        json.writeNumberField("resident", cache.resident());
        json.writeNumberField("hits", cache.hits());
        json.writeNumberField("misses", cache.misses());
        json.writeNumberField("evictions", cache.evictions());
        json.writeNumberField("invalidations", cache.invalidations());
        json.writeStringField("miss_cost", cache.missCost());
        json.writeNumberField("miss_cost_ns", cache.missCostNs());
        json.writeNumberField("modelled_miss_ns", cache.modelledMissNs());
        NodeJson.writeCacheProfile(json, "profile", cache.profile());
        json.writeEndObject();
    }

    static void writeQuarantine(final JsonGenerator json, final QuarantineFigures quarantine) throws IOException
    {
        json.writeStartObject();
        json.writeStringField("policy", quarantine.policies().quarantine().toString());
        json.writePOJOField("time_ns", NodeJson.timeNs(quarantine.policies()));
        json.writeNumberField("held", quarantine.held());
        json.writePOJOField(
            "next_in_ms", quarantine.nextInNs() < 0 ? null : Durations.ceilMs(quarantine.nextInNs()));
        json.writeNumberField("entered", quarantine.entered());
        json.writeNumberField("released", quarantine.released());
        json.writeNumberField("released_early", quarantine.releasedEarly());
        json.writeNumberField("stolen", quarantine.stolen());
        json.writeNumberField("early_inits", quarantine.earlyInits());
        json.writeNumberField("refused_inits", quarantine.refusedInits());
        json.writeEndObject();
    }

    /** Numbers that the quarantine lets out next. */
    static void writeQuarantined(final JsonGenerator json, final List<QuarantinedQpn> queue) throws IOException
    {
        json.writeStartArray();
        for (final QuarantinedQpn number : queue)
        {
            json.writeStartObject();
            json.writeNumberField("qpn", number.qpn());
            json.writePOJOField("remaining_ms", number.isTimeBound() ? Durations.ceilMs(number.remainingNs()) : null);
            json.writeNumberField("remaining_count", number.remainingCount());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
