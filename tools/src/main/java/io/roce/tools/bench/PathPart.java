package io.roce.tools.bench;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.QpCacheConfig;

import java.util.ArrayList;
import java.util.List;

/** The receive path in memory. */
final class PathPart
{
    private static final int QPS = 1_024;
    private static final QpCacheConfig CACHE =
        new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT);

    private PathPart()
    {
    }

    static PartResult run(final Bench bench)
    {
        final PartResult result = new PartResult();
        measure(bench, 64, Goal.atMost(1.7), Goal.atMost(2.2), result);
        measure(bench, 1_080, Goal.atMost(1.3), Goal.atMost(1.5), result);
        result.note("One thread, its processor time; " + QPS + " queue pairs by turns in no order, the modelled " +
            "cache " + CACHE.sets() + "x" + CACHE.ways() + ". The copy that a link makes of the bytes is in it; the " +
            "ICRC alone is that of a packet which lies there.");
        result.limit("What is more than the ICRC is the copy of the bytes, the checks in their order, loads from the " +
            "queue pair's record, and the counts; with the cache modelled also the probe of its set, which stands in " +
            "for the memory of a card and wins nothing here.");
        return result;
    }

    private static void measure(
        final Bench bench, final int length, final Goal offGoal, final Goal onGoal, final PartResult result)
    {
        final List<Double> icrcNs = new ArrayList<>();
        final List<Double> offNs = new ArrayList<>();
        final List<Double> onNs = new ArrayList<>();
        final IcrcLoop icrc = new IcrcLoop(length);
        try (MemoryReceiver off = new MemoryReceiver(QPS, length, QpCacheConfig.OFF);
            MemoryReceiver on = new MemoryReceiver(QPS, length, CACHE))
        {
            bench.progress().show("path: warming up");
            icrc.run(bench.warmUp());
            off.receive(bench.warmUp());
            on.receive(bench.warmUp());
            for (int round = 0; round < bench.rounds(); round++)
            {
                bench.progress().show("path: " + length + " bytes, round " + (round + 1) + " of " + bench.rounds());
                icrcNs.add(CpuTime.nsEach(icrc::run, bench.packets()));
                offNs.add(CpuTime.nsEach(off::receive, bench.packets()));
                onNs.add(CpuTime.nsEach(on::receive, bench.packets()));
            }
            addFailure(off, result);
            addFailure(on, result);
        }
        result.add(Figure.of(length + " B, cache model off", "ns", offNs, "ICRC alone", icrcNs, offGoal));
        result.add(Figure.of(length + " B, cache model on", "ns", onNs, "ICRC alone", icrcNs, onGoal));
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
