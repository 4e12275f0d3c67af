package io.roce.tools.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ICRC beside the libraries of C. */
final class IcrcPart
{
    private static final int[] LENGTHS = {64, 1_024};
    private static final Goal GOAL = Goal.atMost(1.2);
    private static final long PATIENCE_S = 60;

    /** How the program has the packet: key in its figures, and in words. */
    private static final Map<String, String> WAYS = new LinkedHashMap<>();

    static
    {
        WAYS.put("one", "header and packet in one run");
        WAYS.put("two", "in two runs");
    }

    private IcrcPart()
    {
    }

    static PartResult run(final Bench bench) throws IOException
    {
        final PartResult result = new PartResult();
        final String absence = bench.programs().absence(CProgram.ICRC);
        final List<Map<String, Double>> others = new ArrayList<>();
        final Map<Integer, List<Double>> ours = new LinkedHashMap<>();
        final Map<Integer, IcrcLoop> loops = new LinkedHashMap<>();
        for (final int length : LENGTHS)
        {
            ours.put(length, new ArrayList<>());
            loops.put(length, new IcrcLoop(length));
            bench.progress().show("icrc: warming up");
            loops.get(length).run(bench.warmUp());
        }
        for (int round = 0; round < bench.rounds(); round++)
        {
            bench.progress().show("icrc: round " + (round + 1) + " of " + bench.rounds());
            ours.forEach((length, values) ->
                values.add(CpuTime.nsEach(loops.get(length)::run, bench.packets())));
            if (absence == null)
            {
                try (CRun run = CRun.start(bench.programs().built(CProgram.ICRC), bench.cores().receiver()))
                {
                    others.add(run.awaitFigures(PATIENCE_S));
                }
            }
        }
        if (absence != null)
        {
            result.note(absence + ".");
        }
        report(ours, others, bench.programs().libraries(), result);
        return result;
    }

    private static void report(
        final Map<Integer, List<Double>> ours,
        final List<Map<String, Double>> others,
        final Set<CLibrary> libraries,
        final PartResult result)
    {
        ours.forEach((length, values) ->
        {
            if (others.isEmpty())
            {
                result.add(Figure.of(length + " B", "ns", values, null));
                return;
            }
            WAYS.forEach((way, words) ->
            {
                final List<Double> best = others.stream()
                    .map(figures -> libraries.stream()
                        .mapToDouble(library -> figures.get(key(library, way, length)))
                        .min()
                        .orElseThrow())
                    .toList();
                result.add(Figure.of(length + " B", "ns", values, "best C, " + words, best, GOAL));
                for (final CLibrary library : libraries)
                {
                    result.detail(length + " B, " + words, library.title(), "ns", others.stream()
                        .map(figures -> figures.get(key(library, way, length)))
                        .toList());
                }
            });
        });
        for (final CLibrary library : CLibrary.values())
        {
            if (!others.isEmpty() && !libraries.contains(library))
            {
                result.note(library.absence() + ": it is not compared.");
            }
        }
        result.note("Both sides mask the header and compute over the same bytes; ours has header and packet in one " +
            "run. C is measured so, and also with the packet where a socket puts it and the header elsewhere.");
        result.limit("Short packets: the CRC's last up to 15 bytes, which Java's intrinsic takes one by one, and the " +
            "call into it. Long ones: how many bytes an instruction folds, which the virtual machine has chosen.");
    }

    private static String key(final CLibrary library, final String way, final int length)
    {
        return library.key() + '_' + way + '_' + length;
    }
}
