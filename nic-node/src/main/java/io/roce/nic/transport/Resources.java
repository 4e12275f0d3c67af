package io.roce.nic.transport;

import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.ProtectionDomains;
import io.roce.nic.work.CompletionQueues;

import java.util.random.RandomGenerator;

/** What served queue pairs work with. One set for each lane; lane thread only. */
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
}
