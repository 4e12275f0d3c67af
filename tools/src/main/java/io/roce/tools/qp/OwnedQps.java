package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Parallel;
import io.roce.tools.cli.ShutdownHook;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The queue pairs that a tool has made at one address of a node and is answerable for. Closing destroys those that are
 * left; a process that is told to end destroys them too, and from then on none is made or changed. Thread-safe because
 * of that.
 */
public final class OwnedQps implements AutoCloseable
{
    /**
     * What {@link #createIfFree} answers when the number is in use, held back, without memory or outside the node's
     * pool.
     */
    public static final int NOT_FREE = -1;

    /** What {@link #destroy} answers when no time ends the wait for the number. */
    public static final long NO_BOUND = -1;

    private static final Set<String> NOT_FREE_CODES = Set.of("QPN_NOT_FREE", "NO_MEMORY", "OUT_OF_RANGE");

    /**
     * What serves a queue pair.
     *
     * @param pd its protection domain.
     * @param cq where all its work completes.
     */
    public record Service(int pd, int cq)
    {
        private ObjectNode of(final ObjectNode body)
        {
            return body.put("pd", pd).put("send_cq", cq).put("recv_cq", cq);
        }
    }

    private final NodeAdmin admin;
    private final DataAddress at;
    private final Set<Integer> qpns = new LinkedHashSet<>();
    private final ShutdownHook onShutdown = new ShutdownHook("destroy-qps", this::destroyAll);
    private boolean isOver;

    /** @param at where they are to receive, and with which P_Key. */
    public OwnedQps(final NodeAdmin admin, final DataAddress at)
    {
        this.admin = admin;
        this.at = at;
    }

    /** Where they receive. */
    public DataAddress at()
    {
        return at;
    }

    /** Creates queue pairs in RESET, all or none, with whatever numbers the node hands out. */
    public List<Integer> create(final QpType type, final int count)
    {
        return create(Json.object().put("type", type.name()).put("count", count), count);
    }

    /** Creates a queue pair in RESET with whatever number the node hands out. */
    public int create(final QpType type)
    {
        return create(type, 1).get(0);
    }

    /** Creates a queue pair in RESET with a number of the caller's choice, or answers {@link #NOT_FREE}. */
    public int createIfFree(final QpType type, final int qpn)
    {
        return createIfFree(Json.object().put("type", type.name()).put("qpn", qpn));
    }

    private int createIfFree(final ObjectNode body)
    {
        try
        {
            return create(body, 1).get(0);
        }
        catch (final AdminException e)
        {
            if (NOT_FREE_CODES.contains(e.code()))
            {
                return NOT_FREE;
            }
            throw e;
        }
    }

    /** The same for queue pairs that are served; see {@link #create(QpType)}. */
    public int create(final QpType type, final Service service)
    {
        return create(service.of(Json.object().put("type", type.name())), 1).get(0);
    }

    /** The same for queue pairs that are served; see {@link #createIfFree(QpType, int)}. */
    public int createIfFree(final QpType type, final int qpn, final Service service)
    {
        return createIfFree(service.of(Json.object().put("type", type.name()).put("qpn", qpn)));
    }

    /** Brings a queue pair in RESET up to a state: INIT, RTR or RTS. */
    public void bringUp(final int qpn, final QpPlan plan, final QpState state)
    {
        bringUp(qpn, plan, QpState.RESET, state);
    }

    /** Brings a queue pair up from one state to another, one transition after the other. */
    public void bringUp(final int qpn, final QpPlan plan, final QpState from, final QpState to)
    {
        for (int next = from.ordinal() + 1; next <= to.ordinal(); next++)
        {
            step(qpn, plan, QpState.values()[next]);
        }
    }

    /** Takes a queue pair one transition further: to INIT, RTR or RTS. */
    public void step(final int qpn, final QpPlan plan, final QpState to)
    {
        modify(qpn, QpSteps.to(to, plan, at));
    }

    /** Takes a queue pair back to RESET: it keeps its number and forgets its connection. */
    public void toReset(final int qpn)
    {
        modify(qpn, QpSteps.state(QpState.RESET));
    }

    /** Puts a queue pair in ERR. */
    public void toError(final int qpn)
    {
        modify(qpn, QpSteps.state(QpState.ERR));
    }

    /**
     * Destroys a queue pair.
     *
     * @return milliseconds until its number may be given again; {@link #NO_BOUND} when no time ends that.
     */
    public synchronized long destroy(final int qpn)
    {
        final JsonNode reusable = admin.request("DELETE", path(qpn), null).path("reusable_in_ms");
        qpns.remove(qpn);
        return reusable.asLong(NO_BOUND);
    }

    /** How many there are. */
    public synchronized int count()
    {
        return qpns.size();
    }

    /**
     * Destroys what is left; what cannot be destroyed is tried once. A node that does not answer is not asked again.
     *
     * @return the numbers of those that could not be destroyed: the node has gone, or somebody else destroyed them.
     */
    public synchronized List<Integer> destroyAll()
    {
        isOver = true;
        final AtomicBoolean isGone = new AtomicBoolean();
        final List<Callable<Boolean>> tasks = new ArrayList<>();
        qpns.forEach(qpn -> tasks.add(() -> isDestroyed(qpn, isGone)));
        final Iterator<Boolean> results = Parallel.run(tasks).iterator();
        qpns.removeIf(qpn -> results.next());
        final List<Integer> left = List.copyOf(qpns);
        qpns.clear();
        return left;
    }

    /** Leaves them as they are. */
    public synchronized void keep()
    {
        isOver = true;
        qpns.clear();
    }

    /** @throws CommandFailedException when some could not be destroyed. */
    @Override
    public void close()
    {
        final List<Integer> left = destroyAll();
        onShutdown.close();
        if (!left.isEmpty())
        {
            throw new CommandFailedException("queue pairs that were created are still on the node: " +
                left.stream().map(Qpn::format).collect(Collectors.joining(", ")));
        }
    }

    private synchronized List<Integer> create(final ObjectNode body, final int count)
    {
        requireOpen();
        final List<Integer> created = new ArrayList<>();
        for (final JsonNode qp : admin.request("POST", "/v1/qps", body).path("qps"))
        {
            created.add(qp.path("qpn").asInt());
        }
        qpns.addAll(created);
        if (created.size() != count)
        {
            throw new CommandFailedException(
                "the node was asked for " + count + " queue pairs and answered with " + created.size());
        }
        return created;
    }

    /** Several at a time. */
    private void modify(final int qpn, final ObjectNode body)
    {
        requireOpen();
        admin.request("PATCH", path(qpn), body);
    }

    /** Destroys one, unless the node has already been found to be gone. */
    private boolean isDestroyed(final int qpn, final AtomicBoolean isGone)
    {
        if (isGone.get())
        {
            return false;
        }
        try
        {
            admin.request("DELETE", path(qpn), null);
            return true;
        }
        catch (final AdminException e)
        {
            return false;
        }
        catch (final NodeUnreachableException e)
        {
            isGone.set(true);
            return false;
        }
    }

    private synchronized void requireOpen()
    {
        if (isOver)
        {
            throw new CommandFailedException("the command was ended");
        }
    }

    private static String path(final int qpn)
    {
        return "/v1/qps/" + qpn;
    }
}
