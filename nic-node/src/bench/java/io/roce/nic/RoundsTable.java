package io.roce.nic;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The scores of all rounds, a line for each benchmark with its parameters, and how they compare. */
final class RoundsTable
{
    /** What a line is of. */
    private record Row(String benchmark, Map<String, String> parameters)
    {
        static Row of(final BenchmarkParams params)
        {
            final Map<String, String> parameters = new TreeMap<>();
            params.getParamsKeys().forEach(key -> parameters.put(key, params.getParam(key)));
            return new Row(params.getBenchmark(), parameters);
        }

        /** The one that this is compared with; null when its class names none. */
        Row baseline() throws ClassNotFoundException
        {
            final int method = benchmark.lastIndexOf('.') + 1;
            final Baseline baseline = Class.forName(benchmark.substring(0, method - 1)).getAnnotation(Baseline.class);
            if (baseline == null)
            {
                return null;
            }

            final String[] parts = baseline.value().split("=");
            if (parts.length == 1)
            {
                return new Row(benchmark.substring(0, method) + parts[0], parameters);
            }
            final Map<String, String> others = new TreeMap<>(parameters);
            others.put(parts[0], parts[1]);
            return new Row(benchmark, others);
        }

        @Override
        public String toString()
        {
            final String[] names = benchmark.split("\\.");
            final StringBuilder text = new StringBuilder(names[names.length - 2] + '.' + names[names.length - 1]);
            parameters.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
            return text.toString();
        }
    }

    private final Map<Row, double[]> scores = new LinkedHashMap<>();
    private final Map<Row, double[]> cpuTimes = new LinkedHashMap<>();
    private final Map<Row, String> units = new LinkedHashMap<>();
    private final int rounds;

    private RoundsTable(final int rounds)
    {
        this.rounds = rounds;
    }

    static RoundsTable of(final List<Collection<RunResult>> rounds)
    {
        final RoundsTable table = new RoundsTable(rounds.size());
        for (int round = 0; round < rounds.size(); round++)
        {
            for (final RunResult result : rounds.get(round))
            {
                table.add(Row.of(result.getParams()), round, result);
            }
        }
        return table;
    }

    void print(final PrintStream out) throws ClassNotFoundException
    {
        final int width = scores.keySet().stream().mapToInt(row -> row.toString().length()).max().orElse(1);
        final String format = "%-" + width + "s  %-7s %s %s  %s %s%n";
        out.printf("%nRounds: %d. Of each the median of its iterations; here the median, lowest, highest.%n", rounds);
        out.printf("RATIO: to the baseline in the same round. CPU: ns of processor time for one operation.%n");
        out.printf(
            format, "BENCHMARK", "UNIT", columns("SCORE"), columns("RATIO"), columns("CPU"), columns("CPU RATIO"));
        for (final Row row : scores.keySet())
        {
            final Row baseline = row.baseline();
            out.printf(
                format,
                row,
                units.get(row),
                summary(scores.get(row)),
                summary(ratios(scores.get(row), scores.get(baseline))),
                summary(cpuTimes.get(row)),
                summary(ratios(cpuTimes.get(row), cpuTimes.get(baseline))));
        }
    }

    private void add(final Row row, final int round, final RunResult result)
    {
        scores.computeIfAbsent(row, key -> nothing())[round] = median(result.getPrimaryResult());
        cpuTimes.computeIfAbsent(row, key -> nothing())[round] =
            result.getSecondaryResults().containsKey(CpuTime.LABEL) ?
                median(result.getSecondaryResults().get(CpuTime.LABEL)) :
                Double.NaN;
        units.put(row, result.getPrimaryResult().getScoreUnit());
    }

    private static double median(final Result<?> ofIterations)
    {
        return ofIterations.getStatistics().getPercentile(50);
    }

    private double[] ratios(final double[] own, final double[] others)
    {
        final double[] ratios = nothing();
        if (others != null)
        {
            Arrays.setAll(ratios, round -> own[round] / others[round]);
        }
        return ratios;
    }

    private double[] nothing()
    {
        final double[] none = new double[rounds];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Median, lowest and highest of what there is: a fork that failed has said so, and has no score. */
    private static String summary(final double[] values)
    {
        final double[] sorted = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        final int count = sorted.length;
        return count == 0 ?
            columns("") :
            columns(
                format((sorted[(count - 1) / 2] + sorted[count / 2]) / 2),
                format(sorted[0]),
                format(sorted[count - 1]));
    }

    private static String columns(final String... texts)
    {
        return texts.length == 1 ?
            "%-28s".formatted(texts[0]) :
            "%8s %9s %9s".formatted((Object[])texts);
    }

    private static String format(final double value)
    {
        return String.format(value < 100 ? "%.3f" : "%.0f", value);
    }
}
