package io.roce.tools.replay;

import io.roce.tools.ledger.FateReader;
import io.roce.tools.ledger.LedgerDifference;

import java.util.stream.Collectors;

/** What became of one packet, as text: a fate's name, or in words what came instead of one. */
final class MetFate
{
    private MetFate()
    {
    }

    /** Waits for it. */
    static String settle(final FateReader reader)
    {
        return reader == null ? "not known: no node was asked" : of(reader.settle());
    }

    static String of(final LedgerDifference difference)
    {
        if (difference.commonFate() != null)
        {
            return difference.commonFate();
        }
        final String dropped =
            difference.knownKernelDrops() > 0 ? ", " + difference.knownKernelDrops() + " dropped by the kernel" : "";
        if (difference.fates().isEmpty())
        {
            return "not received" + dropped;
        }
        return "not clear among other traffic: " + difference.fates().entrySet().stream()
            .map(fate -> fate.getValue() + " " + fate.getKey())
            .collect(Collectors.joining(", ")) + dropped;
    }
}
