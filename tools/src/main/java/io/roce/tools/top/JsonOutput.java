package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.io.PrintWriter;
import java.util.List;

/** Snapshots as they came, one a line, with the node's name before the rest. */
final class JsonOutput implements TopOutput
{
    private static final char LAST_PRINTABLE = '~';

    private final List<String> urls;
    private final int[] left;
    private final PrintWriter out;

    /**
     * @param urls  of the nodes.
     * @param count of each node, at most so many.
     */
    JsonOutput(final List<String> urls, final int count, final PrintWriter out)
    {
        this.urls = urls;
        this.out = out;
        left = urls.stream().mapToInt(url -> count).toArray();
    }

    @Override
    public boolean isOfJson()
    {
        return true;
    }

    @Override
    public void onSnapshot(final int node, final JsonNode json)
    {
        if (left[node]-- > 0)
        {
            final ObjectNode named = Json.object().put("node", urls.get(node)).setAll((ObjectNode)json);
            out.println(ascii(named.toString()));
            out.flush();
        }
    }

    /** JSON has its own control characters written in ASCII, but not those that a terminal knows besides. */
    private static String ascii(final String json)
    {
        final StringBuilder text = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++)
        {
            final char c = json.charAt(i);
            if (c <= LAST_PRINTABLE)
            {
                text.append(c);
            }
            else
            {
                text.append("\\u%04x".formatted((int)c));
            }
        }
        return text.toString();
    }
}
