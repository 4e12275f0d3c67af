package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.NicNode;
import io.roce.tools.adapter.QpAddress;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines between the two ends. The one that measures begins, and each line is answered by one:
 * <pre>
 *   measures                                             waits
 *   {"roce_perf": 1, "plan": {...}, "end": {...}}        {"roce_perf": 1, "end": {...}}
 *   for each phase, in the order of the plan:
 *   {"phase": 0, "qps": [{"qpn": 17, "psn": 5}, ...]}    {"qps": [...]}
 *   {"messages": [5000, ...], "sent": ...}               {"received": ..., "verified": ..., "account": ...}
 *   at last:
 *   {"bye": true}
 * </pre>
 * Either may say {@code {"error": "..."}} in place of any.
 */
final class PerfLines
{
    /** Of what is said here; both ends must have the same. */
    static final int VERSION = 1;

    private static final String VERSION_FIELD = "roce_perf";
    private static final String END = "end";
    private static final String QPS = "qps";
    private static final String SENT = "sent";

    private PerfLines()
    {
    }

    /** @param plan null for the end that waits. */
    static ObjectNode greeting(final JsonNode plan, final PerfPeer end)
    {
        final ObjectNode line = Json.object().put(VERSION_FIELD, VERSION);
        if (plan != null)
        {
            line.set("plan", plan);
        }
        line.set(END, end.json());
        return line;
    }

    /** Refuses an end of another version. */
    static void requireVersion(final JsonNode line)
    {
        if (line.path(VERSION_FIELD).asInt() != VERSION)
        {
            throw new CommandFailedException(
                "the two ends do not understand each other: the other one speaks version " +
                    line.path(VERSION_FIELD).asText("unknown") + " of 'roce perf', this one (roce " +
                    NicNode.version() + ") version " + VERSION);
        }
    }

    static PerfPeer end(final JsonNode greeting)
    {
        try
        {
            return PerfPeer.of(greeting.path(END));
        }
        catch (final IllegalArgumentException e)
        {
            throw new CommandFailedException("the other end does not say where it is: " + e.getMessage(), e);
        }
    }

    /** Refuses an end whose memory is too small for the messages of this one. */
    static void requireLength(final PerfPeer peer, final PerfMemory memory)
    {
        if (peer.length() < memory.region().length())
        {
            throw new CommandFailedException("the messages need %,d bytes, and the region of %s has %,d".formatted(
                memory.region().length(), Addresses.format(peer.gid()), peer.length()));
        }
    }

    /** @param phase index within the plan; -1 in an answer. */
    static ObjectNode qps(final int phase, final List<QpAddress> qps)
    {
        final ObjectNode line = Json.object();
        if (phase >= 0)
        {
            line.put("phase", phase);
        }
        final ArrayNode list = line.putArray(QPS);
        qps.forEach(qp -> list.addObject().put("qpn", qp.qpn()).put("psn", qp.psn()));
        return line;
    }

    /** @param gid where they all are. */
    static List<QpAddress> qps(final JsonNode line, final InetAddress gid)
    {
        final List<QpAddress> qps = new ArrayList<>();
        for (final JsonNode qp : line.path(QPS))
        {
            qps.add(new QpAddress(gid, qp.path("qpn").asInt() & Qpn.MASK, qp.path("psn").asInt() & Psn.MASK));
        }
        return qps;
    }

    /** @param sent datagrams in this phase until now. */
    static ObjectNode messages(final long[] byQp, final long sent)
    {
        final ObjectNode line = Json.object().put(SENT, sent);
        final ArrayNode list = line.putArray("messages");
        for (final long one : byQp)
        {
            list.add(one);
        }
        return line;
    }

    /** Of each queue pair; 0 for those that the line does not name. */
    static long[] messages(final JsonNode line, final int qps)
    {
        final long[] byQp = new long[qps];
        for (int qp = 0; qp < qps; qp++)
        {
            byQp[qp] = line.path("messages").path(qp).asLong();
        }
        return byQp;
    }

    static long sent(final JsonNode line)
    {
        return line.path(SENT).asLong();
    }

    static ObjectNode bye()
    {
        return Json.object().put("bye", true);
    }

    static boolean isBye(final JsonNode line)
    {
        return line.path("bye").asBoolean();
    }

    /** Index within the plan; -1 when the line begins none. */
    static int phase(final JsonNode line)
    {
        return line.path("phase").asInt(-1);
    }
}
