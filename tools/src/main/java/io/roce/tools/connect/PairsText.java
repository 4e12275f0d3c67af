package io.roce.tools.connect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.io.PrintWriter;

/** Connected pairs, as a person and as a program read them. */
public final class PairsText
{
    private PairsText()
    {
    }

    /** A pair a line, under the data addresses of both sides. */
    public static void print(final Pairs pairs, final PrintWriter out)
    {
        final TextTable table = new TextTable(
            Addresses.format(pairs.a().udp()), "PSN", Addresses.format(pairs.b().udp()), "PSN");
        for (final Pairs.Pair pair : pairs.connected())
        {
            table.row(
                Qpn.format(pair.qpnA()), Psn.format(pair.psnA()), Qpn.format(pair.qpnB()), Psn.format(pair.psnB()));
        }
        table.print(out);
    }

    static ObjectNode json(final Pairs pairs)
    {
        final ObjectNode all = Json.object();
        final ArrayNode list = all.putArray("pairs");
        for (final Pairs.Pair pair : pairs.connected())
        {
            final ObjectNode row = list.addObject();
            row.set("a", side(pairs.a(), pair.qpnA(), pair.psnA()));
            row.set("b", side(pairs.b(), pair.qpnB(), pair.psnB()));
        }
        return all;
    }

    private static ObjectNode side(final Pairs.Side side, final int qpn, final int sqPsn)
    {
        return Json.object()
            .put("node", side.client().url())
            .put("udp", Addresses.format(side.udp()))
            .put("port_num", side.at().portNum())
            .put("sgid_index", side.at().sgidIndex())
            .put("pkey_index", side.at().pKeyIndex())
            .put("qpn", qpn)
            .put("sq_psn", sqPsn);
    }
}
