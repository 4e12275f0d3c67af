package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.link.Addresses;
import io.roce.nic.memory.MemoryRegion;
import io.roce.tools.cli.Json;

import java.net.InetAddress;

/**
 * An end as the other one has to know it.
 *
 * @param gid    the address that its packets leave from and come to.
 * @param addr   of the first byte of its memory.
 * @param rkey   of its memory.
 * @param length of its memory in bytes.
 */
record PerfPeer(InetAddress gid, long addr, int rkey, int length)
{
    static PerfPeer of(final InetAddress gid, final MemoryRegion region)
    {
        return new PerfPeer(gid, region.addr(), region.rkey(), region.length());
    }

    /** @throws IllegalArgumentException when it does not say where it is. */
    static PerfPeer of(final JsonNode json)
    {
        final InetAddress gid = Addresses.parse(json.path("gid").asText());
        if (gid == null)
        {
            throw new IllegalArgumentException("its gid is '" + json.path("gid").asText() + "', which is no address");
        }
        return new PerfPeer(
            gid, json.path("addr").asLong(), (int)json.path("rkey").asLong(), json.path("length").asInt());
    }

    ObjectNode json()
    {
        return Json.object()
            .put("gid", Addresses.format(gid))
            .put("addr", addr)
            .put("rkey", Integer.toUnsignedLong(rkey))
            .put("length", length);
    }
}
