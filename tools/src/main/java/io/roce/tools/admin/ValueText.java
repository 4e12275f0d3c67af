package io.roce.tools.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.PeerTimers;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.TextTable;
import io.roce.wire.Qpn;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Values of the admin API as people read them. */
public final class ValueText
{
    private static final String INDENT = "  ";
    private static final Set<String> UINT24 = Set.of("dest_qp_num", "rq_psn", "sq_psn");

    private ValueText()
    {
    }

    /** One value by its name: QPNs, PSNs, keys in hex, times with their unit, lists with commas, a dash for none. */
    public static String of(final String name, final JsonNode value)
    {
        if (value.isNull() || value.isMissingNode())
        {
            return "-";
        }
        if (value.isIntegralNumber() && (name.endsWith("qpn") || UINT24.contains(name)))
        {
            return Qpn.format(value.asInt());
        }
        if (value.isIntegralNumber() && "qkey".equals(name))
        {
            return String.format("0x%08x", value.asLong());
        }
        if (value.isIntegralNumber() && PeerTimers.RETRY_CNT_LABEL.equals(name) &&
            value.asInt() == PeerTimers.FOR_EVER)
        {
            return value.asText() + " (for ever)";
        }
        if (value.isIntegralNumber() && name.endsWith("_ns"))
        {
            return Durations.format(value.asLong());
        }
        if (value.isIntegralNumber() && name.endsWith("_ms"))
        {
            return value.asLong() + "ms";
        }
        if (value.isArray())
        {
            final List<String> parts = new ArrayList<>();
            value.forEach(part -> parts.add(of(name, part)));
            return parts.isEmpty() ? "-" : String.join(",", parts);
        }
        return value.isObject() ? inLine(value) : value.asText();
    }

    /** Names and values on one line: {@code live 3, pages 1}. */
    public static String inLine(final JsonNode object)
    {
        final List<String> parts = new ArrayList<>();
        fields(object).forEachRemaining(
            field -> parts.add(title(field.getKey()) + ' ' + of(field.getKey(), field.getValue())));
        return String.join(", ", parts);
    }

    /** A name and a value a line; objects inside are indented, lists of objects become tables. */
    public static void print(final JsonNode object, final PrintWriter out)
    {
        print(object, out, "", nameWidth(object, ""));
    }

    /** Objects that have the same fields, one a line. */
    public static void printTable(final Iterable<JsonNode> objects, final PrintWriter out, final String... names)
    {
        final String[] titles = new String[names.length];
        for (int i = 0; i < names.length; i++)
        {
            titles[i] = title(names[i]).toUpperCase(Locale.ROOT);
        }
        final TextTable table = new TextTable(titles);
        for (final JsonNode object : objects)
        {
            final Object[] cells = new Object[names.length];
            for (int i = 0; i < names.length; i++)
            {
                cells[i] = of(names[i], object.path(names[i]));
            }
            table.row(cells);
        }
        table.print(out);
    }

    private static void print(final JsonNode object, final PrintWriter out, final String indent, final int width)
    {
        fields(object).forEachRemaining(field ->
        {
            final String name = indent + field.getKey();
            final JsonNode value = field.getValue();
            if (value.isObject() && !value.isEmpty())
            {
                out.println(name);
                print(value, out, indent + INDENT, width);
            }
            else if (value.path(0).isObject())
            {
                final List<String> columns = new ArrayList<>();
                value.path(0).fieldNames().forEachRemaining(columns::add);
                out.println(name);
                printTable(value, out, columns.toArray(String[]::new));
            }
            else
            {
                out.println(name + " ".repeat(width - name.length()) + INDENT + of(field.getKey(), value));
            }
        });
    }

    /** A name as words, without its unit, which stands behind the value. */
    private static String title(final String name)
    {
        return name.replaceFirst("_(ns|ms)$", "").replace('_', ' ');
    }

    private static int nameWidth(final JsonNode object, final String indent)
    {
        int width = 0;
        for (final Iterator<Map.Entry<String, JsonNode>> fields = fields(object); fields.hasNext();)
        {
            final Map.Entry<String, JsonNode> field = fields.next();
            width = Math.max(width, indent.length() + field.getKey().length());
            if (field.getValue().isObject())
            {
                width = Math.max(width, nameWidth(field.getValue(), indent + INDENT));
            }
        }
        return width;
    }

    private static Iterator<Map.Entry<String, JsonNode>> fields(final JsonNode object)
    {
        return object.properties().iterator();
    }
}
