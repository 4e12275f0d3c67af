package io.roce.tools.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.memory.AccessFlag;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.Json;
import io.roce.tools.qp.OwnedQps;

import java.util.ArrayList;
import java.util.List;

/**
 * What serves the victims: a protection domain, a completion queue and memory regions on the node. Closing ends it all;
 * the queue pairs must have been destroyed by then.
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
    private final OwnedQps.Service service;
    private final List<Region> regions = new ArrayList<>();

    Victims(final NodeAdmin admin)
    {
        this.admin = admin;
        service = new OwnedQps.Service(
            admin.request("POST", "/v1/pds", Json.object()).path("pd").asInt(),
            admin.request("POST", "/v1/cqs", Json.object().put("cqe", 16)).path("cq").asInt());
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
        final JsonNode region = admin.request("POST", "/v1/mrs", body);
        regions.add(new Region(region.path("rkey").asLong(), region.path("addr").asLong()));
        return regions.get(regions.size() - 1);
    }

    /** What was written last: a number of 64 bits; 0 when nothing was. */
    long written(final Region region)
    {
        final String path = "/v1/mrs/" + region.key() + "/bytes?offset=0&length=" + MEMORY_LENGTH;
        return Long.parseUnsignedLong(admin.request("GET", path, null).path("hex").asText(), 16);
    }

    @Override
    public void close()
    {
        regions.forEach(region -> admin.request("DELETE", "/v1/mrs/" + region.key(), null));
        admin.request("DELETE", "/v1/cqs/" + service.cq(), null);
        admin.request("DELETE", "/v1/pds/" + service.pd(), null);
    }
}
