package io.roce.nic.admin;

import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.work.CompletionQueue;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * What requests to the admin API made. Of all else, which the program that embeds the node made, they get to see that
 * it is there: work and completion queues have room for one thread at each end, and memory is the program's. Lane
 * thread only.
 */
final class AdminOwned
{
    /** The member that says it. */
    static final String MADE_BY = "made_by";

    /** Handles, which are never given twice. */
    private final IntHashSet pds = new IntHashSet();

    /** By handle: who waits for each. */
    private final Int2ObjectHashMap<PollWaits> cqs = new Int2ObjectHashMap<>();
    private final Map<MemoryRegion, ByteBuffer> regions = new IdentityHashMap<>();

    /** By number; those whose queue pair was destroyed by others stay until the number is given again. */
    private final Int2ObjectHashMap<QpQueues> qps = new Int2ObjectHashMap<>();

    synchronized void addPd(final int handle)
    {
        pds.add(handle);
    }

    synchronized boolean hasPd(final int handle)
    {
        return pds.contains(handle);
    }

    synchronized void requirePd(final int handle) throws Refusal
    {
        require(hasPd(handle), "pd", handle, "protection domain " + handle);
    }

    synchronized void removePd(final int handle)
    {
        pds.remove(handle);
    }

    synchronized void addCq(final int handle, final PollWaits waits)
    {
        cqs.put(handle, waits);
    }

    synchronized boolean hasCq(final int handle)
    {
        return cqs.containsKey(handle);
    }

    /** @return who waits for it. */
    synchronized PollWaits requireCq(final CompletionQueue cq) throws Refusal
    {
        require(hasCq(cq.handle()), "cq", cq.handle(), "completion queue " + cq.handle());
        return cqs.get(cq.handle());
    }

    synchronized void removeCq(final int handle)
    {
        cqs.remove(handle).wake();
    }

    /** @param memory all that was allocated for it. */
    synchronized void addRegion(final MemoryRegion region, final ByteBuffer memory)
    {
        regions.put(region, memory);
    }

    synchronized boolean hasRegion(final MemoryRegion region)
    {
        return regions.containsKey(region);
    }

    synchronized void requireRegion(final MemoryRegion region) throws Refusal
    {
        require(
            hasRegion(region),
            "lkey",
            Integer.toUnsignedLong(region.lkey()),
            "the region with key 0x%08x".formatted(region.lkey()));
    }

    /** @return its memory. */
    synchronized ByteBuffer removeRegion(final MemoryRegion region)
    {
        return regions.remove(region);
    }

    synchronized void addQps(final List<QpQueues> created)
    {
        created.forEach(qp -> qps.put(qp.qpn(), qp));
    }

    /** The live queue pair with that number, null unless it was made here with work queues. */
    synchronized QpQueues qp(final int qpn)
    {
        final QpQueues queues = qps.get(qpn);
        return queues == null || queues.state() == null ? null : queues;
    }

    synchronized void removeQp(final int qpn)
    {
        qps.remove(qpn);
    }

    /** Who made something, as every view of it says. */
    static String maker(final boolean isOwned)
    {
        return isOwned ? "admin" : "program";
    }

    /** @param what names it for people. */
    static Refusal ownedByProgram(final String field, final long value, final String what)
    {
        return new Refusal(
            AdminErrorCode.OWNED_BY_PROGRAM,
            what + " belongs to the program that embeds the node, which alone works with it")
            .with(field, value);
    }

    private static void require(final boolean isOwned, final String field, final long value, final String what)
        throws Refusal
    {
        if (!isOwned)
        {
            throw ownedByProgram(field, value, what);
        }
    }
}
