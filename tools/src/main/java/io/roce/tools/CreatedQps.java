package io.roce.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queue pairs that one command has created and is answerable for: kept, or all of them destroyed again. Safe for use by the
 * thread that ends the process: once it has begun to destroy, nothing more is created.
 */
final class CreatedQps
{
    private record Created(AdminClient client, int qpn)
    {
    }

    private final List<Created> created = new ArrayList<>();
    private boolean isOver;

    /** Creates queue pairs on one node, all or none. */
    synchronized List<JsonNode> create(final AdminClient client, final QpType type, final int count)
    {
        if (isOver)
        {
            throw new CommandFailedException("the command was ended");
        }
        final ObjectNode body = Json.object().put("type", type.name()).put("count", count);
        final List<JsonNode> qps = new ArrayList<>();
        for (final JsonNode qp : client.request("POST", "/v1/qps", body).path("qps"))
        {
            created.add(new Created(client, qp.path("qpn").asInt()));
            qps.add(qp);
        }
        if (qps.size() != count)
        {
            throw new CommandFailedException(
                client.url() + " was asked for " + count + " queue pairs and answered with " + qps.size());
        }
        return qps;
    }

    /** They stay. */
    synchronized void keep()
    {
        created.clear();
        isOver = true;
    }

    /** Destroys what was created, and answers with one sentence that says what became of it; empty when there was nothing. */
    synchronized String destroyAll()
    {
        isOver = true;
        final Set<AdminClient> gone = ConcurrentHashMap.newKeySet();
        final List<Callable<Boolean>> tasks = new ArrayList<>(created.size());
        created.forEach(qp -> tasks.add(() -> isDestroyed(qp, gone)));
        final List<Boolean> results = Parallel.run(tasks);

        final List<String> left = new ArrayList<>();
        for (int i = 0; i < results.size(); i++)
        {
            if (!results.get(i))
            {
                left.add(name(created.get(i)));
            }
        }
        final int destroyed = results.size() - left.size();
        created.clear();
        if (left.isEmpty())
        {
            return destroyed == 0 ? "" : "all " + destroyed + " queue pairs that were created are destroyed again";
        }
        return destroyed + " of the queue pairs that were created are destroyed again, not " + String.join(", ", left);
    }

    /** Destroys one, unless its node has already been found to be {@code gone}. */
    private static boolean isDestroyed(final Created qp, final Set<AdminClient> gone)
    {
        if (gone.contains(qp.client))
        {
            return false;
        }
        try
        {
            qp.client.request("DELETE", "/v1/qps/" + qp.qpn, null);
            return true;
        }
        catch (final AdminException e)
        {
            return false;
        }
        catch (final NodeUnreachableException e)
        {
            gone.add(qp.client);
            return false;
        }
    }

    private static String name(final Created qp)
    {
        return Qpn.format(qp.qpn) + " on " + qp.client.url();
    }
}
