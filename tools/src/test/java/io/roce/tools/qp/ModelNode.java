package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/** A node as simple as can be: queue pairs by number, numbers held back for a time, and a ledger that tests write. */
public final class ModelNode implements NodeAdmin
{
    /** Where it is taken to receive. */
    public static final DataAddress AT = new DataAddress(new InetSocketAddress("127.50.0.2", 4791), 1, 0, 0, 0xFFFF);

    /** Beyond it no number is given. */
    public static final int LAST_QPN = 0xFFFF;

    private final NanoClock clock;
    private final long quarantineNs;
    private final TreeMap<Integer, ObjectNode> qps = new TreeMap<>();
    private final Map<Integer, Long> heldUntilNs = new TreeMap<>();
    private final Map<String, Long> fates = new TreeMap<>();
    private final List<String> requests = new ArrayList<>();
    private final Map<Integer, Long> inResetUntilNs = new TreeMap<>();
    private String quarantine;
    private String resetHold = "allow";
    private int nextQpn = 0x11;
    private long lastGeneration;
    private String refusedMethod = "";
    private boolean isGone;
    private int unanswered;

    public ModelNode(final NanoClock clock, final long quarantineNs)
    {
        this.clock = clock;
        this.quarantineNs = quarantineNs;
        quarantine = quarantineNs == 0 ? "none" : quarantineNs + "ns";
    }

    /** Says that its quarantine is auto; it is as long as before. */
    public ModelNode auto()
    {
        quarantine = "auto";
        return this;
    }

    /** Holds queue pairs in RESET as long as numbers: allow, warn or refuse. */
    public ModelNode resetHold(final String policy)
    {
        resetHold = policy;
        return this;
    }

    /** Attributes and state of the live queue pairs. */
    public TreeMap<Integer, ObjectNode> qps()
    {
        return qps;
    }

    /** Everything that changed something, as "METHOD path". */
    public List<String> requests()
    {
        return requests;
    }

    /** Refuses that method from now on. */
    public void refuse(final String method)
    {
        refusedMethod = method;
    }

    /** Answers nothing from now on. */
    public void vanish()
    {
        isGone = true;
    }

    /** How often it was asked since. */
    public int unanswered()
    {
        return unanswered;
    }

    /** A datagram has met a fate. */
    public void count(final String fate)
    {
        fates.merge(fate, 1L, Long::sum);
    }

    public boolean isHeld(final int qpn)
    {
        return heldUntilNs.getOrDefault(qpn, Long.MIN_VALUE) > clock.nanoTime();
    }

    @Override
    public synchronized JsonNode request(final String method, final String path, final JsonNode body)
    {
        if (isGone)
        {
            unanswered++;
            throw new NodeUnreachableException("no node answers", null);
        }
        if (method.equals(refusedMethod))
        {
            throw refusal(409, "TABLE_FULL", 0);
        }
        if (!"GET".equals(method))
        {
            requests.add(method + ' ' + path);
        }
        if ("/v1/ledger".equals(path))
        {
            return ledger();
        }
        if ("/v1/node".equals(path))
        {
            return policies();
        }
        if ("/v1/qps".equals(path))
        {
            return create(body);
        }
        final int qpn = Integer.parseInt(path.substring("/v1/qps/".length()));
        final ObjectNode qp = qps.get(qpn);
        if (qp == null)
        {
            throw refusal(404, isHeld(qpn) ? "QUARANTINED" : "UNALLOCATED", leftMs(heldUntilNs.get(qpn)));
        }
        if ("PATCH".equals(method))
        {
            modify(qp, (ObjectNode)body);
        }
        if ("DELETE".equals(method))
        {
            qps.remove(qpn);
            heldUntilNs.put(qpn, clock.nanoTime() + quarantineNs);
            return object().put("qpn", qpn).put("reusable_in_ms", leftMs(heldUntilNs.get(qpn)));
        }
        return qp;
    }

    private void modify(final ObjectNode qp, final ObjectNode body)
    {
        final int qpn = qp.path("qpn").asInt();
        final String next = body.path("state").asText();
        final long leftMs = leftMs(inResetUntilNs.get(qpn));
        if ("RESET".equals(next))
        {
            qp.put("epoch", qp.path("epoch").asInt() + 1).remove("dgid");
            inResetUntilNs.put(qpn, clock.nanoTime() + quarantineNs);
        }
        if ("INIT".equals(next) && leftMs > 0 && "refuse".equals(resetHold))
        {
            throw refusal(409, "RESET_HOLD", leftMs);
        }
        if ("INIT".equals(next) && leftMs > 0 && "warn".equals(resetHold))
        {
            final ObjectNode counters = qp.withObject("/counters");
            counters.put("early_inits", counters.path("early_inits").asInt() + 1);
        }
        qp.setAll(body);
    }

    private long leftMs(final Long untilNs)
    {
        return untilNs == null ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(untilNs - clock.nanoTime()));
    }

    private ObjectNode create(final JsonNode body)
    {
        final ObjectNode answer = object();
        final ArrayNode created = answer.putArray("qps");
        for (int i = 0; i < body.path("count").asInt(1); i++)
        {
            created.add(createOne(body).deepCopy());
        }
        return answer;
    }

    private ObjectNode createOne(final JsonNode body)
    {
        final int qpn = body.has("qpn") ? body.path("qpn").asInt() : nextQpn++;
        if (qpn > LAST_QPN)
        {
            throw refusal(400, "OUT_OF_RANGE", 0);
        }
        if (qps.containsKey(qpn) || isHeld(qpn))
        {
            throw refusal(409, "QPN_NOT_FREE", 0);
        }
        final ObjectNode qp = object()
            .put("qpn", qpn)
            .put("generation", ++lastGeneration)
            .put("epoch", 0)
            .put("type", body.path("type").asText())
            .put("state", "RESET");
        qps.put(qpn, qp);
        return qp;
    }

    private ObjectNode policies()
    {
        final ObjectNode node = object();
        node.putObject("policies")
            .put("quarantine", quarantine)
            .put("reset_hold", resetHold);
        return node;
    }

    private ObjectNode ledger()
    {
        final ObjectNode json = object().put("injected", 0).put("held", 0);
        final ArrayNode list = json.putArray("fates");
        long received = 0;
        for (final Map.Entry<String, Long> fate : fates.entrySet())
        {
            list.addObject().put("fate", fate.getKey()).put("count", fate.getValue());
            received += fate.getValue();
        }
        return json.put("received", received);
    }

    private static AdminException refusal(final int status, final String code, final long remainingMs)
    {
        return new AdminException("http://127.40.0.99:4791", status, object()
            .put("code", code)
            .put("message", code)
            .put("remaining_ms", remainingMs));
    }

    private static ObjectNode object()
    {
        return JsonNodeFactory.instance.objectNode();
    }
}
