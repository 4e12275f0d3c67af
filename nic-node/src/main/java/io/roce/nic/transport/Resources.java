package io.roce.nic.transport;

import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.nic.work.CompletionQueues;

import java.util.random.RandomGenerator;

/**
 * What served queue pairs work with. One set for each lane; lane thread only. The lanes of a node have the same
 * domains, regions and completion queues: they are asked of the first lane's set, while all lanes are held.
 */
public record Resources(ProtectionDomains pds, MemoryRegions regions, CompletionQueues cqs)
{
    /**
     * None of any yet, at most so many at once.
     *
     * @param random where the low bytes of keys come from.
     * @throws IllegalArgumentException naming the limit that is out of range, its value and its bounds.
     */
    public static Resources of(
        final int maxPds, final int maxRegions, final int maxCqs, final RandomGenerator random)
    {
        final ProtectionDomains pds = new ProtectionDomains(maxPds);
        return new Resources(pds, new MemoryRegions(pds, maxRegions, random), new CompletionQueues(maxCqs));
    }

    /** The set of another lane, which follows this one; before there is any domain, region or queue. */
    public Resources ofAnotherLane()
    {
        final ProtectionDomains others = pds.ofAnotherLane();
        return new Resources(others, regions.ofAnotherLane(others), cqs.ofAnotherLane());
    }
}
