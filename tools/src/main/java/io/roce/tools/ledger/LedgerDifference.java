package io.roce.tools.ledger;

import java.util.Map;

/**
 * What a ledger gained between two readings.
 *
 * @param received    datagrams.
 * @param injected    duplicates that a fault rule added.
 * @param fates       the fates that grew, by name, in the node's order.
 * @param kernelDrops datagrams that the system dropped before the node; {@link LedgerReading#UNKNOWN} where it is not
 *                    said.
 * @param isBalanced  whether the later of the two readings balances.
 */
public record LedgerDifference(
    long received, long injected, Map<String, Long> fates, long kernelDrops, boolean isBalanced)
{
    /** How much one fate grew. */
    public long count(final String fate)
    {
        return fates.getOrDefault(fate, 0L);
    }

    /** The fate of a single datagram; null when not exactly one datagram ended. */
    public String onlyFate()
    {
        return fates.size() == 1 && fates.containsValue(1L) ? fates.keySet().iterator().next() : null;
    }

    /**
     * The fate of whatever ended; null when nothing did, not all met the same, or the system may have dropped the one
     * that is asked for.
     */
    public String commonFate()
    {
        final boolean isCommon = fates.size() == 1 && knownKernelDrops() == 0;
        final Map.Entry<String, Long> only = isCommon ? fates.entrySet().iterator().next() : null;
        return only == null || only.getValue() < 1 ? null : only.getKey();
    }

    /** Kernel drops as far as they are known: 0 where the system does not count them. */
    public long knownKernelDrops()
    {
        return Math.max(0, kernelDrops);
    }
}
