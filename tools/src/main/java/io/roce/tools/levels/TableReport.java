package io.roce.tools.levels;

import io.roce.nic.qp.QpTableKind;
import io.roce.tools.plot.Axis;
import io.roce.tools.plot.LinePlot;
import io.roce.tools.plot.PlotPoint;
import io.roce.tools.plot.PlotSeries;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.Csv;
import io.roce.tools.report.HtmlReport;
import io.roce.tools.report.Interval;
import io.roce.tools.report.OutputFolder;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The study as a page with plots, and as CSV. */
final class TableReport
{
    private static final Confidence BARS = new Confidence(0.05);
    private static final String LIVE = "live queue pairs";

    private final TableStudy study;
    private final OutputFolder folder;
    private final HtmlReport page = new HtmlReport("Which table of queue pairs");

    private TableReport(final TableStudy study, final OutputFolder folder)
    {
        this.study = study;
        this.folder = folder;
    }

    /** Puts it into the folder. */
    static void put(
        final TableStudy study,
        final List<String> answer,
        final List<List<String>> facts,
        final OutputFolder folder)
    {
        final TableReport report = new TableReport(study, folder);
        report.page.heading("Answer").answer(answer);
        report.page.heading("What was done").paragraph(
            "Queue pairs were put into the tables that nodes have, and looked up. Memory is what the table holds off " +
            "heap, the mean over the seeds, and the same with the same seed; lines are arithmetic. Time is the " +
            "processor's " +
            "for one thread of this machine, the median of nine rounds with the lowest and the highest, and " +
            "differs each " +
            "time; a count in the record, as a packet makes it, is in it. Three kinds in one process are called " +
            "one way, " +
            "which costs each some nanoseconds that a node with one kind saves.").facts(facts);
        for (final Layout layout : Layout.values())
        {
            report.memory(layout);
        }
        for (final Layout layout : Layout.values())
        {
            report.time(layout);
        }
        folder.put("figures.csv", report.figures());
        folder.put("times.csv", report.times());
        folder.put("report.html", report.page.toString());
    }

    private void memory(final Layout layout)
    {
        page.heading("Memory, numbers " + layout.label()).paragraph("Numbers that live: " + layout.description() + ".");
        final List<PlotSeries> series = new ArrayList<>();
        final List<Double> bytes = new ArrayList<>();
        for (final QpTableKind kind : QpTableKind.values())
        {
            final List<TableFigure> figures = study.figures().stream()
                .filter(figure -> figure.cell().kind() == kind && figure.cell().layout() == layout).toList();
            series.add(new PlotSeries(null, kind.ordinal(), PlotSeries.Style.LINE, figures.stream()
                .map(figure -> new PlotPoint(figure.cell().live(), figure.expectedBytes())).toList()));
            series.add(new PlotSeries(kind.label(), kind.ordinal(), PlotSeries.Style.MARKS, figures.stream()
                .map(figure -> new PlotPoint(figure.cell().live(), figure.meanBytes())).toList()));
            figures.forEach(figure -> bytes.add(figure.meanBytes()));
        }
        series.add(new PlotSeries("arithmetic", 6, PlotSeries.Style.LINE, List.of()));
        picture("memory-" + layout.label(), new LinePlot(
            "Memory, numbers " + layout.label(), "Bytes of each table over live queue pairs.", xAxis(),
            Axis.log("bytes", values(bytes)), series));
    }

    private void time(final Layout layout)
    {
        page.heading("Time, numbers " + layout.label());
        final List<PlotSeries> series = new ArrayList<>();
        final List<Double> ns = new ArrayList<>();
        for (final QpTableKind kind : QpTableKind.values())
        {
            final List<LookupTime> times = study.times().stream()
                .filter(time -> time.cell().kind() == kind && time.cell().layout() == layout).toList();
            series.add(new PlotSeries(kind.label(), kind.ordinal(), PlotSeries.Style.LINE_AND_MARKS, times.stream()
                .map(time -> new PlotPoint(time.cell().live(), time.median(), time.lowest(), time.highest()))
                .toList()));
            times.forEach(time -> ns.add(time.median()));
        }
        picture("time-" + layout.label(), new LinePlot(
            "Look-up, numbers " + layout.label(), "Nanoseconds of a look-up over live queue pairs.", xAxis(),
            Axis.linear("nanoseconds", values(ns)), series));
    }

    private void picture(final String name, final LinePlot plot)
    {
        folder.put(name + ".svg", plot.svg() + "\n");
        page.plot(plot.svg(), name + ".svg");
    }

    private Axis xAxis()
    {
        return Axis.log(LIVE, study.figures().stream().mapToDouble(figure -> figure.cell().live()).toArray());
    }

    private static double[] values(final List<Double> values)
    {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private String figures()
    {
        final Csv csv = new Csv(
            "layout", "table", "pool", "live", "bytes", "low_95", "high_95", "predicted", "difference", "agrees",
            "bytes_per_qp", "levels", "levels_any_number");
        final List<List<String>> rows = new ArrayList<>();
        for (final TableFigure figure : study.figures())
        {
            final TableCell cell = figure.cell();
            final Interval interval = figure.interval(BARS);
            final String agrees = figure.agrees(study.ofAll()) ? "yes" : "no";
            csv.row(
                cell.layout().label(), cell.kind().label(), cell.pool(), cell.live(), figure.meanBytes(),
                interval.low(), interval.high(), figure.expectedBytes(),
                figure.meanBytes() - figure.expectedBytes(), agrees,
                figure.bytesEach(), cell.kind().levels(), figure.levelsOther());
            rows.add(List.of(
                cell.layout().label(), cell.kind().label(), count(cell.live()), count(figure.meanBytes()),
                count(figure.expectedBytes()), agrees, count(figure.bytesEach())));
        }
        page.heading("Memory in figures").table(
            List.of("layout", "table", ">" + LIVE, ">bytes", ">by arithmetic", "agrees", ">bytes each"), rows);
        return csv.toString();
    }

    private String times()
    {
        final Csv csv = new Csv("layout", "table", "pool", "live", "median_ns", "lowest_ns", "highest_ns");
        for (final LookupTime time : study.times())
        {
            csv.row(
                time.cell().layout().label(), time.cell().kind().label(), time.cell().pool(), time.cell().live(),
                time.median(), time.lowest(), time.highest());
        }
        return csv.toString();
    }

    private static String count(final double value)
    {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
