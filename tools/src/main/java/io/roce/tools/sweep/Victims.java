package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.memory.AccessFlag;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.ShutdownHook;
import io.roce.tools.qp.OwnedQps;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What serves the victims: a protection domain, a completion queue and memory regions on the node. Closing destroys
 * first the queue pairs, which use it, and then it all; a process that is told to end does the same, and from then on
 * none is made. Thread-safe because of that.
 */
final class Victims implements AutoCloseable
{
    static final int MEMORY_LENGTH = 8;

    /**
     * A memory region.
     *
     * @param key  unsigned.
     * @param addr where it begins.
     */
    record Region(long key, long addr)
    {
    }

    private final NodeAdmin admin;
    private final OwnedQps owned;
    /** Paths of what is on the node, that which uses others in front of them. */
    private final Deque<String> made = new ArrayDeque<>();
    private final ShutdownHook onShutdown = new ShutdownHook("end-victims", this::end);
    private final OwnedQps.Service service;
    private boolean isOver;

    /** @param owned the queue pairs that are served. */
    Victims(final NodeAdmin admin, final OwnedQps owned)
    {
        this.admin = admin;
        this.owned = owned;
        try
        {
            service = new OwnedQps.Service(
                make("/v1/pds", Json.object(), "pd").path("pd").asInt(),
                make("/v1/cqs", Json.object().put("cqe", 16), "cq").path("cq").asInt());
        }
        catch (final RuntimeException e)
        {
            end();
            onShutdown.close();
            throw e;
        }
    }

    OwnedQps.Service service()
    {
        return service;
    }

    /** Registers memory that the peer may write. */
    Region register()
    {
        final ObjectNode body = Json.object().put("pd", service.pd()).put("length", MEMORY_LENGTH);
        body.putArray("access").add(AccessFlag.LOCAL_WRITE.name()).add(AccessFlag.REMOTE_WRITE.name());
        final JsonNode region = make("/v1/mrs", body, "rkey");
        return new Region(region.path("rkey").asLong(), region.path("addr").asLong());
    }

    /** What was written last: a number of 64 bits; 0 when nothing was. */
    long written(final Region region)
    {
        final String path = "/v1/mrs/" + region.key() + "/bytes?offset=0&length=" + MEMORY_LENGTH;
        return Long.parseUnsignedLong(admin.request("GET", path, null).path("hex").asText(), 16);
    }

    /** @throws CommandFailedException when some of it is still on the node. */
    @Override
    public void close()
    {
        try
        {
            owned.close();
        }
        finally
        {
            end();
            onShutdown.close();
        }
        if (!made.isEmpty())
        {
            throw new CommandFailedException("what was made is still on the node: " + String.join(", ", made));
        }
    }

    private synchronized JsonNode make(final String list, final ObjectNode body, final String id)
    {
        if (isOver)
        {
            throw new CommandFailedException("the command was ended");
        }
        final JsonNode answer = admin.request("POST", list, body);
        made.push(list + '/' + answer.path(id).asText());
        return answer;
    }

    /** Each is tried once. A node that does not answer is not asked again. */
    private synchronized void end()
    {
        isOver = true;
        owned.destroyAll();
        try
        {
            made.removeIf(this::isEnded);
        }
        catch (final NodeUnreachableException e)
        {
            // What is left says it.
            return;
        }
    }

    private boolean isEnded(final String path)
    {
        try
        {
            admin.request("DELETE", path, null);
            return true;
        }
        catch (final AdminException e)
        {
            return false;
        }
    }
}
