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
    private static final String PHASE = "phase";
    private static final String MESSAGES = "messages";
    private static final String SENT = "sent";

    /** Of whatever is counted: so many of each of all queue pairs can be added up. */
    private static final long MAX_COUNT = 1L << 52;

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
        final JsonNode version = line.path(VERSION_FIELD);
        if (!version.isInt() || version.intValue() != VERSION)
        {
            throw new CommandFailedException(
                "the two ends do not understand each other: the other one speaks version " +
                    version.asText("unknown") + " of 'roce perf', this one (roce " +
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
            line.put(PHASE, phase);
        }
        final ArrayNode list = line.putArray(QPS);
        qps.forEach(qp -> list.addObject().put("qpn", qp.qpn()).put("psn", qp.psn()));
        return line;
    }

    /**
     * The queue pairs that the other end names.
     *
     * @param gid where they all are.
     * @throws CommandFailedException when there can be none with such numbers.
     */
    static List<QpAddress> qps(final JsonNode line, final InetAddress gid)
    {
        final List<QpAddress> qps = new ArrayList<>();
        for (final JsonNode qp : line.path(QPS))
        {
            qps.add(new QpAddress(
                gid,
                (int)number(qp, "qpn", Qpn.MIN_USER, Qpn.MAX_USER),
                (int)number(qp, "psn", 0, Psn.MASK)));
        }
        return qps;
    }

    /** @param sent datagrams in this phase until now. */
    static ObjectNode messages(final long[] byQp, final long sent)
    {
        final ObjectNode line = Json.object().put(SENT, sent);
        final ArrayNode list = line.putArray(MESSAGES);
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
        final JsonNode list = line.path(MESSAGES);
        for (int qp = 0; qp < Math.min(qps, list.size()); qp++)
        {
            byQp[qp] = count(list.get(qp), MESSAGES);
        }
        return byQp;
    }

    static long sent(final JsonNode line)
    {
        return count(line.path(SENT), SENT);
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
        final JsonNode phase = line.path(PHASE);
        return phase.isInt() ? phase.intValue() : -1;
    }

    /**
     * A number that the other end says.
     *
     * @throws CommandFailedException when it is none, or outside.
     */
    static long number(final JsonNode object, final String field, final long min, final long max)
    {
        return inBounds(object.path(field), field, min, max);
    }

    private static long count(final JsonNode value, final String field)
    {
        return inBounds(value, field, 0, MAX_COUNT);
    }

    private static long inBounds(final JsonNode value, final String field, final long min, final long max)
    {
        final boolean isNumber = value.isIntegralNumber() && value.canConvertToLong();
        if (!isNumber || value.longValue() < min || value.longValue() > max)
        {
            throw new CommandFailedException(
                "what the other end says for %s is %s, not a number from %d to %d".formatted(
                    field, value.isMissingNode() ? "missing" : value.toString(), min, max));
        }
        return value.longValue();
    }
}
