package io.roce.tools.why;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.HelpText;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Drops for people. */
final class WhyText
{
    private static final String INDENT = "    ";
    private static final String NONE = "-";
    private static final String DEFECT = "no reason but a defect of the node, which its log tells";

    /** Lives of a number that are printed. */
    private static final int MOST_LIVES = 4;

    private final PrintWriter out;

    WhyText(final PrintWriter out)
    {
        this.out = out;
    }

    void printSummary(final String url, final DropReading reading)
    {
        out.println("node " + url);
        final TextTable table = new TextTable("FATE", ">DROPPED", ">KEPT", "DESCRIPTION");
        for (final JsonNode fate : reading.fates())
        {
            if (fate.path("dropped").asLong() > 0)
            {
                table.row(
                    fate.path("fate").asText(),
                    fate.path("dropped").asLong(),
                    fate.path("kept").asLong(),
                    fate.path("description").asText());
            }
        }
        if (reading.sum("dropped") > 0)
        {
            table.print(out, HelpText.width());
        }
        out.println(Numbers.count(reading.sum("dropped")) + " dropped, " + kept(reading));
    }

    /** Says how many came and went between two readings. */
    void printMissed(final DropReading reading, final DropReading before)
    {
        final long missed = reading.dropped() - reading.kept() - before.newest();
        if (missed > 0)
        {
            out.println();
            out.println(Numbers.count(missed) + " more were dropped and are kept no more");
        }
    }

    void printDrops(final DropReading reading)
    {
        reading.drops().forEach(this::printDrop);
        if (!reading.qpns().isEmpty())
        {
            out.println();
            printNumbers(reading.qpns());
        }
    }

    private static String kept(final DropReading reading)
    {
        return reading.capacity() == 0 ? "none kept: the node was started with --drops 0" :
            reading.sum("kept") == reading.sum("dropped") ? "all of them kept" :
            "the last " + Numbers.count(reading.sum("kept")) + " of them kept";
    }

    private void printDrop(final JsonNode drop)
    {
        out.println();
        out.println("#%s  %s  %s".formatted(
            drop.path("number").asText(), drop.path("time").asText(), drop.path("fate").asText()));
        out.println(INDENT + "%s UDP port %d to %s, port %d, GID index %d".formatted(
            drop.path("src").asText(),
            drop.path("udp_src_port").asInt(),
            drop.path("dst").asText(),
            drop.path("port_num").asInt(),
            drop.path("gid_index").asInt()));
        out.println(INDENT + drop.path("packet").asText());
        out.println(INDENT + drop.path("reason").path("text").asText(DEFECT));
        final String found = found(drop);
        if (found != null)
        {
            out.println(INDENT + found);
        }
    }

    /** What the look-up found; null when nothing was looked up. */
    private static String found(final JsonNode drop)
    {
        final JsonNode lookUp = drop.path("look_up");
        if (!lookUp.isObject())
        {
            return null;
        }

        final int levels = lookUp.path("table_levels").asInt();
        final String way = lookUp.path("cache_hit").asBoolean() ? "found in the cache" :
            "cache miss, %d level%s of the table walked".formatted(levels, levels == 1 ? "" : "s");
        final JsonNode qp = drop.path("qp");
        return Qpn.format(drop.path("dest_qp").asInt()) + ": " + (!qp.isObject() ? way :
            "%s in %s, generation %d, epoch %d; %s".formatted(
                qp.path("type").asText(),
                qp.path("state").asText(),
                qp.path("generation").asLong(),
                qp.path("epoch").asInt(),
                way));
    }

    private void printNumbers(final JsonNode qpns)
    {
        final TextTable table = new TextTable("QPN", "NOW", ">GENERATION", "TYPE", ">CREATED", ">DESTROYED", "PEER");
        for (final JsonNode qpn : qpns)
        {
            final String name = Qpn.format(qpn.path("qpn").asInt());
            final JsonNode history = qpn.path("history");
            final boolean isLive = qpn.has("state");
            if (isLive || history.isEmpty())
            {
                table.row(
                    name,
                    now(qpn),
                    qpn.path("generation").asText(NONE),
                    qpn.path("type").asText(NONE),
                    ago(qpn.path("created_ms_ago")),
                    NONE,
                    NONE);
            }
            for (int i = 0; i < Math.min(MOST_LIVES, history.size()); i++)
            {
                final JsonNode life = history.get(i);
                final boolean isFirst = i == 0 && !isLive;
                table.row(
                    isFirst ? name : "",
                    isFirst ? now(qpn) : "",
                    life.path("generation").asText(),
                    life.path("type").asText(),
                    ago(life.path("created_ms_ago")),
                    ago(life.path("destroyed_ms_ago")),
                    life.path("peer").asText(NONE));
            }
            if (history.size() > MOST_LIVES)
            {
                table.row("", "", history.size() - MOST_LIVES + " more", "", "", "", "");
            }
        }
        table.print(out);
    }

    private static String now(final JsonNode qpn)
    {
        final String status = qpn.path("status").asText();
        if (qpn.has("remaining_ms"))
        {
            return status + (qpn.path("remaining_ms").isNull() ? ", no time ends it" :
                ", " + ms(qpn.path("remaining_ms")) + " left");
        }
        return qpn.has("state") ? status + ", " + qpn.path("state").asText() : status;
    }

    private static String ago(final JsonNode ms)
    {
        return ms.isMissingNode() ? NONE : ms(ms) + " ago";
    }

    private static String ms(final JsonNode ms)
    {
        return Durations.format(TimeUnit.MILLISECONDS.toNanos(ms.asLong()));
    }
}
