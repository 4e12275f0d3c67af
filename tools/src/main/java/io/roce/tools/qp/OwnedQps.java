package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The queue pairs that a tool has made on one node. Closing destroys those that are left; a process that is told to
 * stop closes it too. Thread-safe, because of that.
 */
public final class OwnedQps implements AutoCloseable
{
    /** What {@link #createIfFree} answers when the number is in use, held back or outside the node's pool. */
    public static final int NOT_FREE = -1;

    private static final Set<String> NOT_FREE_CODES = Set.of("QPN_NOT_FREE", "OUT_OF_RANGE");

    private final NodeAdmin admin;
    private final Set<Integer> qpns = new LinkedHashSet<>();
    private final Thread onShutdown = new Thread(this::destroyAll, "destroy-qps");
    private boolean isClosed;

    public OwnedQps(final NodeAdmin admin)
    {
        this.admin = admin;
        Runtime.getRuntime().addShutdownHook(onShutdown);
    }

    /** Creates a queue pair in RESET with whatever number the node hands out. */
    public synchronized int create(final QpType type)
    {
        return create(JsonNodeFactory.instance.objectNode().put("type", type.name()).put("count", 1));
    }

    /** Creates a queue pair in RESET with a number of the caller's choice, or answers {@link #NOT_FREE}. */
    public synchronized int createIfFree(final QpType type, final int qpn)
    {
        try
        {
            return create(JsonNodeFactory.instance.objectNode().put("type", type.name()).put("qpn", qpn));
        }
        catch (final AdminException ex)
        {
            if (NOT_FREE_CODES.contains(ex.code()))
            {
                return NOT_FREE;
            }
            throw ex;
        }
    }

    /** Brings a queue pair in RESET up to a state: INIT, RTR or RTS. */
    public void bringUp(final int qpn, final QpPlan plan, final QpState state)
    {
        bringUp(qpn, plan, QpState.RESET, state);
    }

    /** Brings a queue pair up from one state to another, one transition after the other. */
    public synchronized void bringUp(final int qpn, final QpPlan plan, final QpState from, final QpState to)
    {
        for (int next = from.ordinal() + 1; next <= to.ordinal(); next++)
        {
            modify(qpn, QpAttributesJson.of(plan, QpState.values()[next]));
        }
    }

    /** Puts a queue pair in ERR. */
    public synchronized void toError(final int qpn)
    {
        modify(qpn, QpAttributesJson.state(QpState.ERR));
    }

    /**
     * Destroys a queue pair.
     *
     * @return the node's answer: {@code qpn}, {@code generation}, {@code reusable_in_ms}.
     */
    public synchronized JsonNode destroy(final int qpn)
    {
        final JsonNode answer = admin.request("DELETE", path(qpn), null);
        qpns.remove(qpn);
        return answer;
    }

    /**
     * Destroys what is left.
     *
     * @return the numbers of those that could not be destroyed: the node has gone, or somebody else destroyed them.
     */
    public List<Integer> destroyAll()
    {
        final List<Integer> left = new ArrayList<>();
        synchronized (this)
        {
            isClosed = true;
            for (final int qpn : List.copyOf(qpns))
            {
                try
                {
                    destroy(qpn);
                }
                catch (final AdminException | NodeUnreachableException ex)
                {
                    left.add(qpn);
                }
            }
        }
        return left;
    }

    /** Leaves them as they are when this is closed. */
    public synchronized void release()
    {
        qpns.clear();
    }

    @Override
    public void close()
    {
        destroyAll();
        try
        {
            Runtime.getRuntime().removeShutdownHook(onShutdown);
        }
        catch (final IllegalStateException ex)
        {
            // Shutting down: the hook runs, or has run, and found nothing left.
            return;
        }
    }

    private int create(final ObjectNode body)
    {
        if (isClosed)
        {
            throw new IllegalStateException("closed: nothing would destroy a new queue pair");
        }
        final int qpn = admin.request("POST", "/v1/qps", body).path("qps").path(0).path("qpn").asInt();
        qpns.add(qpn);
        return qpn;
    }

    private void modify(final int qpn, final ObjectNode body)
    {
        admin.request("PATCH", path(qpn), body);
    }

    private static String path(final int qpn)
    {
        return "/v1/qps/" + qpn;
    }
}
