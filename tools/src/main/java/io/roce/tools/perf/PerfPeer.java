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
    private static final String ADDR = "addr";
    private static final String RKEY = "rkey";
    private static final String LENGTH = "length";
    private static final long MAX_RKEY = 0xFFFF_FFFFL;

    static PerfPeer of(final InetAddress gid, final MemoryRegion region)
    {
        return new PerfPeer(gid, region.addr(), region.rkey(), region.length());
    }

    /**
     * As the other end says.
     *
     * @throws IllegalArgumentException when it does not say where it is.
     * @throws io.roce.tools.cli.CommandFailedException when it does not say where its memory is.
     */
    static PerfPeer of(final JsonNode json)
    {
        final InetAddress gid = Addresses.parse(json.path("gid").asText());
        if (gid == null)
        {
            throw new IllegalArgumentException("its gid is '" + json.path("gid").asText() + "', which is no address");
        }
        return new PerfPeer(
            gid,
            PerfLines.number(json, ADDR, Long.MIN_VALUE, Long.MAX_VALUE),
            (int)PerfLines.number(json, RKEY, 0, MAX_RKEY),
            (int)PerfLines.number(json, LENGTH, 1, Integer.MAX_VALUE));
    }

    ObjectNode json()
    {
        return Json.object()
            .put("gid", Addresses.format(gid))
            .put(ADDR, addr)
            .put(RKEY, Integer.toUnsignedLong(rkey))
            .put(LENGTH, length);
    }
}
