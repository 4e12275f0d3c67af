package io.roce.tools.qp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;
import io.roce.wire.Qpn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Queue pairs that one command has created and is answerable for: kept, or all of them destroyed again. Safe for use by the
 * thread that ends the process: once it has begun to destroy, nothing more is created.
 */
public final class CreatedQps
{
    private record Created(AdminClient client, int qpn)
    {
    }

    private final List<Created> created = new ArrayList<>();
    private boolean isOver;

    /** Creates queue pairs on one node, all or none. */
    public synchronized List<JsonNode> create(final AdminClient client, final QpType type, final int count)
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
    public synchronized void keep()
    {
        created.clear();
        isOver = true;
    }

    /** Destroys what was created, and answers with one sentence that says what became of it; empty when there was nothing. */
    public synchronized String destroyAll()
    {
        isOver = true;
        final List<String> left = new ArrayList<>();
        final Set<AdminClient> gone = new HashSet<>();
        int destroyed = 0;
        for (final Created qp : created)
        {
            try
            {
                if (gone.contains(qp.client))
                {
                    left.add(name(qp));
                    continue;
                }
                qp.client.request("DELETE", "/v1/qps/" + qp.qpn, null);
                destroyed++;
            }
            catch (final AdminException e)
            {
                left.add(name(qp));
            }
            catch (final NodeUnreachableException e)
            {
                gone.add(qp.client);
                left.add(name(qp));
            }
        }
        created.clear();
        if (left.isEmpty())
        {
            return destroyed == 0 ? "" : "all " + destroyed + " queue pairs that were created are destroyed again";
        }
        return destroyed + " of the queue pairs that were created are destroyed again, not " + String.join(", ", left);
    }

    private static String name(final Created qp)
    {
        return Qpn.format(qp.qpn) + " on " + qp.client.url();
    }
}
