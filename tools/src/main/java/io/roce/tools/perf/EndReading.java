package io.roce.tools.perf;

import io.roce.nic.lane.Lane;
import io.roce.nic.link.EgressFigures;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.ledger.LedgerReading;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What an end's adapter has counted until now.
 *
 * @param sent         datagrams that left.
 * @param sendFailures datagrams that did not leave.
 */
record EndReading(LedgerReading ledger, long sent, long sendFailures)
{
    /** What has not come yet is not expected any more when nothing has for so long. */
    static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(5);

    static EndReading of(final Adapter adapter)
    {
        final Lane lane = adapter.node().lane();
        final long kernelDrops = kernelDrops(lane.kernelDrops());
        return Adapter.answer(lane.submit(() -> of(lane.ledger(), lane.egressFigures(), kernelDrops)));
    }

    /**
     * The same when all that the other end has sent is there, or no more comes, or it has not stopped for long.
     *
     * @param before when the other end began to send.
     * @param sent   datagrams since then.
     */
    static EndReading whenAllIsThere(final Adapter adapter, final EndReading before, final long sent)
    {
        final long startNs = System.nanoTime();
        EndReading last = of(adapter);
        long lastNs = startNs;
        long nowNs = startNs;
        while (last.ledger.received() - before.ledger.received() < sent &&
            nowNs - lastNs < QUIET_NS && nowNs - startNs < MAX_WAIT_NS)
        {
            LockSupport.parkNanos(INTERVAL_NS);
            final EndReading now = of(adapter);
            nowNs = System.nanoTime();
            lastNs = now.ledger.received() == last.ledger.received() ? lastNs : nowNs;
            last = now;
        }
        return last;
    }

    EndAccount since(final EndReading earlier)
    {
        return new EndAccount(
            ledger.since(earlier.ledger), sent - earlier.sent, sendFailures - earlier.sendFailures);
    }

    private static EndReading of(final LedgerSnapshot ledger, final EgressFigures egress, final long kernelDrops)
    {
        final Map<String, Long> fates = new LinkedHashMap<>();
        for (final Fate fate : Fate.values())
        {
            fates.put(fate.name(), ledger.count(fate));
        }
        return new EndReading(
            new LedgerReading(ledger.received(), ledger.injected(), ledger.held(), fates, kernelDrops),
            egress.sent(),
            egress.failed());
    }

    private static long kernelDrops(final long[] drops)
    {
        return Arrays.stream(drops).anyMatch(one -> one < 0) ? LedgerReading.UNKNOWN : Arrays.stream(drops).sum();
    }
}
