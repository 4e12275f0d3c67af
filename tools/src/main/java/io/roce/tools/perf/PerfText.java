package io.roce.tools.perf;

import io.roce.nic.qp.QpType;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.TextTable;
import io.roce.tools.ledger.LedgerReading;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.HdrHistogram.Histogram;

/** A report for people. */
final class PerfText
{
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;
    private static final double PERCENT = 100;

    private PerfText()
    {
    }

    static void print(final PerfReport report, final PrintWriter out)
    {
        out.println(report.title());
        if (!report.results(PerfTest.BANDWIDTH).isEmpty())
        {
            out.println();
            bandwidth(report).print(out);
        }
        if (!report.results(PerfTest.LATENCY).isEmpty())
        {
            out.println();
            out.println("latency in us, " + (report.plan().op().isFetch() ? "until completion" : "half a round trip"));
            latency(report).print(out);
        }
        printTroubles(report, out);
        if (report.plan().isVerified())
        {
            out.println();
            out.println(report.verification().sentence());
        }
        if (!report.isComplete())
        {
            out.println();
            out.println("Not complete: it ended early.");
        }
    }

    private static TextTable bandwidth(final PerfReport report)
    {
        final TextTable table = new TextTable(columns(report.plan(), List.of(
            ">BYTES", ">DEPTH", ">MESSAGES", ">SECONDS", ">MB/s", ">PEAK MB/s", ">Gbit/s", ">MESSAGES/s")));
        for (final PhaseResult result : report.results(PerfTest.BANDWIDTH))
        {
            final double perS = result.messagesPerS();
            final double bytesPerS = perS * result.phase().size();
            table.row(row(result, List.of(
                result.phase().size(),
                result.layout().outSlots(),
                result.measured().count(),
                decimal(2, result.measured().elapsedNs() / Measured.NS_PER_S),
                decimal(2, bytesPerS / MEGA),
                decimal(2, result.peakPerS() * result.phase().size() / MEGA),
                decimal(3, bytesPerS * Byte.SIZE / GIGA),
                decimal(0, perS))));
        }
        return table;
    }

    private static TextTable latency(final PerfReport report)
    {
        final List<String> titles = new ArrayList<>(List.of(">BYTES", ">MESSAGES", ">MIN"));
        for (final Percentile percentile : Percentile.values())
        {
            titles.add('>' + percentile.title());
        }
        titles.add(">MAX");
        final TextTable table = new TextTable(columns(report.plan(), titles));
        for (final PhaseResult result : report.results(PerfTest.LATENCY))
        {
            final Histogram latencyNs = result.measured().latencyNs();
            final List<Object> cells = new ArrayList<>();
            cells.add(result.phase().size());
            cells.add(result.measured().count());
            cells.add(us(latencyNs, latencyNs.getMinValue()));
            for (final Percentile percentile : Percentile.values())
            {
                cells.add(us(latencyNs, percentile.of(latencyNs)));
            }
            cells.add(us(latencyNs, latencyNs.getMaxValue()));
            table.row(row(result, cells));
        }
        return table;
    }

    /** What went wrong stands beside each figure. */
    private static String[] columns(final PerfPlan plan, final List<String> figures)
    {
        final List<String> titles = new ArrayList<>(figures);
        titles.addAll(plan.connection() == QpType.RC ?
            List.of(">EXTRA PKTS", ">RNR NAKS", ">LOST PKTS") :
            List.of(">LOST", ">LOST PKTS"));
        return titles.toArray(String[]::new);
    }

    private static Object[] row(final PhaseResult result, final List<Object> figures)
    {
        final List<Object> cells = new ArrayList<>(figures);
        cells.addAll(result.plan().connection() == QpType.RC ?
            List.of(result.extraPackets(), result.rnrNaks(), result.lostPackets()) :
            List.of(decimal(1, PERCENT * result.lostPart()) + "%", result.lostPackets()));
        return cells.toArray();
    }

    private static void printTroubles(final PerfReport report, final PrintWriter out)
    {
        final List<String> lines = new ArrayList<>();
        for (final PerfTest test : PerfTest.values())
        {
            for (final PhaseResult result : report.results(test))
            {
                final String phase = test.label() + ' ' + result.phase().size() + ": ";
                addTrouble(lines, phase, report.from(), result.account());
                addTrouble(lines, phase, report.to(), result.served().account());
            }
        }
        if (!lines.isEmpty())
        {
            out.println();
            lines.forEach(out::println);
        }
    }

    private static void addTrouble(
        final List<String> lines, final String phase, final InetAddress end, final EndAccount account)
    {
        final List<String> troubles = new ArrayList<>();
        if (account.ledger().kernelDrops() > 0)
        {
            troubles.add("kernel drops " + account.ledger().kernelDrops());
        }
        if (account.sendFailures() > 0)
        {
            troubles.add("not sent " + account.sendFailures());
        }
        if (!account.unusualFates().isEmpty())
        {
            troubles.add(Numbers.counts(account.unusualFates()));
        }
        if (account.ledger().kernelDrops() == LedgerReading.UNKNOWN)
        {
            troubles.add("the system does not say what its kernel dropped");
        }
        if (!troubles.isEmpty())
        {
            lines.add(phase + Addresses.format(end) + ' ' + String.join("; ", troubles));
        }
    }

    private static String us(final Histogram latencyNs, final long ns)
    {
        return latencyNs.getTotalCount() == 0 ? "-" : decimal(2, ns / Percentile.NS_PER_US);
    }

    private static String decimal(final int decimals, final double value)
    {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
