package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.roce.nic.lane.CacheFigures;
import io.roce.nic.lane.QuarantineFigures;
import io.roce.nic.lane.TableFigures;
import io.roce.nic.qp.QpCellFigures;
import io.roce.nic.qpn.QuarantinedQpn;
import io.roce.nic.trace.Drop;

import java.io.IOException;
import java.util.List;

/**
 * The node at one moment: all of it was read while all lanes were held, so the ledger balances and goes with the rest.
 *
 * @param timeNs of the wall's clock.
 * @param grain  numbers in a cell.
 * @param cells  those that have a number in use.
 * @param queue  numbers that the quarantine lets out next.
 * @param drops  the newest ones.
 */
record NodeSnapshot(
    long timeNs,
    long uptimeMs,
    LedgerJson ledger,
    TableFigures table,
    CacheFigures cache,
    QuarantineFigures quarantine,
    List<UsageJson.State> states,
    int grain,
    List<QpCellFigures> cells,
    List<QuarantinedQpn> queue,
    List<Drop> drops)
{
    /** @param kernelDrops as {@link LedgerJson#write} takes them. */
    void write(
        final JsonGenerator json, final UsageJson usage, final long intervalMs, final long[] kernelDrops)
        throws IOException
    {
        json.writeStartObject();
        json.writeStringField("time", DropsJson.time(timeNs));
        json.writeNumberField("uptime_ms", uptimeMs);
        json.writeNumberField("interval_ms", intervalMs);
        json.writeFieldName("ledger");
        ledger.write(json, kernelDrops);
        json.writeFieldName("table");
        FiguresJson.writeTable(json, table);
        json.writeFieldName("cache");
        FiguresJson.writeCache(json, cache);
        json.writeFieldName("quarantine");
        FiguresJson.writeQuarantine(json, quarantine);
        json.writeFieldName("usage");
        usage.write(json, states);
        writeCells(json);
        json.writeFieldName("quarantine_queue");
        FiguresJson.writeQuarantined(json, queue);
        json.writeArrayFieldStart("drops");
        for (final Drop drop : drops)
        {
            DropsJson.writeDrop(json, drop);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Without names, since there may be a thousand. */
    private void writeCells(final JsonGenerator json) throws IOException
    {
        json.writeObjectFieldStart("cells");
        json.writeNumberField("grain", grain);
        json.writeArrayFieldStart("cells");
        for (final QpCellFigures cell : cells)
        {
            json.writeStartArray();
            json.writeNumber(cell.firstQpn());
            json.writeNumber(cell.live());
            json.writeNumber(cell.quarantined());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
