package io.roce.tools.stale;

import io.roce.nic.stats.Fate;

import java.util.Arrays;

/**
 * One packet of the drill.
 *
 * @param what     what the number is when the packet comes.
 * @param identity of the queue pair that has the number; null when none has.
 * @param expected the fate that it is to meet.
 * @param got      the name of the fate that it met, or words that say why that is not known.
 */
public record DrillStep(String what, QpIdentity identity, Fate expected, String got)
{
    /** Whether what it met is known. */
    boolean isKnown()
    {
        return Arrays.stream(Fate.values()).anyMatch(fate -> fate.name().equals(got));
    }

    public boolean isOk()
    {
        return expected.name().equals(got);
    }
}
