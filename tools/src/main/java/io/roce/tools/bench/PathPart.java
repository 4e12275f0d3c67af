package io.roce.tools.bench;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.tools.cli.Numbers;

import java.util.ArrayList;
import java.util.List;

/** The receive path in memory. */
final class PathPart
{
    /** Live queue pairs, beside the ICRC. */
    private static final int QPS = 1_024;

    /** With which the cost of a packet grows as less of the table is in the processor's caches. */
    private static final int[] LIVE = {1, 100, QPS, 10_000, 100_000, 1_000_000};

    /** With few packets it is not worth while to bring up many queue pairs. */
    private static final int MAX_LIVE_PER_PACKET = 2;
    private static final int SHORT = 64;
    private static final int LONG = 1_080;
    private static final QpCacheConfig CACHE =
        new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT);

    private static final String BESIDE = "ICRC alone";

    private PathPart()
    {
    }

    static PartResult run(final Bench bench)
    {
        final PartResult result = new PartResult();
        measure(bench, LONG, QPS, Goal.atMost(1.3), Goal.atMost(1.5), result);
        final LiveCurve curve = new LiveCurve(SHORT);
        for (final int live : LIVE)
        {
            if (live <= Math.max(QPS, (long)bench.packets() * MAX_LIVE_PER_PACKET))
            {
                final boolean isJudged = live == QPS;
                curve.add(live, measure(
                    bench,
                    SHORT,
                    live,
                    isJudged ? Goal.atMost(1.7) : null,
                    isJudged ? Goal.atMost(2.2) : null,
                    result));
            }
        }
        result.plot("cpu-over-live-qps", curve.plot());
        result.note("One thread, its processor time; each queue pair is drawn as often as another; the modelled " +
            "cache " + CACHE.sets() + "x" + CACHE.ways() + ". The copy that a link makes of the bytes is in it; the " +
            "ICRC alone is that of a packet which lies there.");
        result.limit("What is more than the ICRC is the copy of the bytes, the checks in their order, loads from the " +
            "queue pair's record, and the counts; with many queue pairs the memory's latency for the record; with " +
            "the cache modelled also the probe of its set, which stands in for the memory of a card and wins " +
            "nothing here.");
        return result;
    }

    /**
     * The goals are null where none is set.
     *
     * @return the figures with the model off and on; none where there is no memory.
     */
    private static List<Figure> measure(
        final Bench bench,
        final int length,
        final int live,
        final Goal offGoal,
        final Goal onGoal,
        final PartResult result)
    {
        final String what = length + " B, " + Numbers.count(live) + " live";
        final List<Double> icrcNs = new ArrayList<>();
        final List<Double> offNs = new ArrayList<>();
        final List<Double> onNs = new ArrayList<>();
        final IcrcLoop icrc = new IcrcLoop(length);
        bench.progress().show("path: " + what + ", warming up");
        final PreparedPackets packets = new PreparedPackets(live, length);
        try (MemoryReceiver off = new MemoryReceiver(packets, QpCacheConfig.OFF);
            MemoryReceiver on = new MemoryReceiver(packets, CACHE))
        {
            icrc.run(bench.warmUp());
            off.receive(bench.warmUp());
            on.receive(bench.warmUp());
            for (int round = 0; round < bench.rounds(); round++)
            {
                bench.progress().show("path: " + what + ", round " + (round + 1) + " of " + bench.rounds());
                icrcNs.add(CpuTime.nsEach(icrc::run, bench.packets()));
                offNs.add(CpuTime.nsEach(off::receive, bench.packets()));
                onNs.add(CpuTime.nsEach(on::receive, bench.packets()));
            }
            addFailure(off, result);
            addFailure(on, result);
        }
        catch (final VerbsException e)
        {
            result.note(what + ": not measured, " + e.getMessage() +
                "; ROCE_JAVA_OPTS=-XX:MaxDirectMemorySize=2g gives the table more.");
            return List.of();
        }
        final List<Figure> figures = List.of(
            Figure.of(what + ", cache model off", "ns", offNs, BESIDE, icrcNs, offGoal),
            Figure.of(what + ", cache model on", "ns", onNs, BESIDE, icrcNs, onGoal));
        figures.forEach(result::add);
        return figures;
    }

    private static void addFailure(final MemoryReceiver receiver, final PartResult result)
    {
        final String failure = receiver.failure();
        if (failure != null)
        {
            result.fail(failure);
        }
    }
}
