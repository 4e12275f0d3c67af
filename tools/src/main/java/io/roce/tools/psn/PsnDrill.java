package io.roce.tools.psn;

import io.roce.nic.error.VerbsException;
import io.roce.tools.cli.Parallel;
import io.roce.wire.Psn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** Every kind of old packet with every PSN of a sweep, each to a queue pair that got the number for it. */
public final class PsnDrill
{
    /** PSNs between two notes of how far it is. */
    private static final int INTERVAL = 1 << 14;

    private final int ePsn;
    private final Function<OldPacket, PsnSweep> sweeps;
    private final int threads;
    private final Consumer<String> onProgress;

    /**
     * @param ePsn       the PSN that the new connection expects first.
     * @param sweeps     which PSNs old packets of a kind are sent with.
     * @param threads    how many run at a time, each with an adapter of its own.
     * @param onProgress told now and then how far it is, by one thread at a time.
     */
    public PsnDrill(
        final int ePsn,
        final Function<OldPacket, PsnSweep> sweeps,
        final int threads,
        final Consumer<String> onProgress)
    {
        this.ePsn = ePsn;
        this.sweeps = sweeps;
        this.threads = threads;
        this.onProgress = onProgress;
    }

    public PsnResult run()
    {
        final List<PsnResult.Swept> swept = new ArrayList<>();
        for (final OldPacket kind : OldPacket.values())
        {
            swept.add(sweep(kind, sweeps.apply(kind)));
        }
        return new PsnResult(ReissuedQp.QPN, ePsn, swept);
    }

    private PsnResult.Swept sweep(final OldPacket kind, final PsnSweep sweep)
    {
        final AtomicLong done = new AtomicLong();
        final List<Callable<Tally>> slices = new ArrayList<>();
        for (int i = 0; i < threads; i++)
        {
            final int from = from(i);
            final int to = from(i + 1);
            slices.add(() -> slice(kind, sweep, from, to, done));
        }
        final Tally tally = new Tally();
        Parallel.run(slices).forEach(tally::add);
        return new PsnResult.Swept(kind, sweep, tally);
    }

    /** How far ahead of the expected PSN that slice begins. */
    private int from(final int slice)
    {
        return (int)(2L * PsnSweep.HALF * slice / threads) - PsnSweep.HALF;
    }

    private Tally slice(
        final OldPacket kind, final PsnSweep sweep, final int from, final int to, final AtomicLong done)
        throws VerbsException
    {
        final Tally tally = new Tally();
        try (ReissuedQp qp = new ReissuedQp(kind, ePsn))
        {
            for (int distance = sweep.next(from - 1); distance < to; distance = sweep.next(distance))
            {
                qp.meet(Psn.add(ePsn, distance), tally);
                final long count = done.incrementAndGet();
                if (count % INTERVAL == 0)
                {
                    tell(kind, count, sweep.count());
                }
            }
        }
        return tally;
    }

    private synchronized void tell(final OldPacket kind, final long done, final long of)
    {
        onProgress.accept(kind.label() + ": " + done * 100 / of + " %");
    }
}
