package io.roce.tools.reuse;

import io.roce.tools.plot.Axis;
import io.roce.tools.plot.LinePlot;
import io.roce.tools.plot.Markup;
import io.roce.tools.plot.PlotPoint;
import io.roce.tools.plot.PlotSeries;
import io.roce.tools.plot.StackedBars;
import io.roce.tools.report.Confidence;
import io.roce.tools.report.HtmlReport;
import io.roce.tools.report.Interval;
import io.roce.tools.report.OutputFolder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The study as a page with plots. */
final class QuarantineReport
{
    private static final Confidence BARS = new Confidence(0.05);

    private final QuarantineStudy study;
    private final OutputFolder folder;
    private final HtmlReport page = new HtmlReport("How long to hold QP numbers back");

    private QuarantineReport(final QuarantineStudy study, final OutputFolder folder)
    {
        this.study = study;
        this.folder = folder;
    }

    /**
     * Puts it into the folder.
     *
     * @param answer what the study comes to.
     * @param facts  what was chosen, and how to get the same again.
     */
    static void put(
        final QuarantineStudy study,
        final List<String> answer,
        final List<List<String>> facts,
        final OutputFolder folder)
    {
        final QuarantineReport report = new QuarantineReport(study, folder);
        report.page.heading("Answer").answer(answer);
        report.page.heading("What was done").paragraph(
            "Queue pairs are created and destroyed at random times on an adapter in memory, in virtual time, by the " +
            "allocator, quarantine, table, cache and receive path that every node has. For each that ends a stale " +
            "packet " +
            "is under way. What the packet brings says whom it was meant for: one that is executed by anybody else " +
            "is " +
            "delivered wrongly.").paragraph(
            "Marks are what was measured, with 95 % bounds: the wider of Wilson's interval and Student's over " +
            "batches of " +
            "the runs. Lines are closed forms; broken lines are upper bounds.").facts(facts);
        study.sections().forEach(report::section);
        folder.put("figures.csv", QuarantineTable.csv(study));
        folder.put("report.html", report.page.toString());
    }

    private void section(final Section section)
    {
        page.heading(section.title()).paragraph(section.question());
        switch (section.id())
        {
            case "guards" ->
            {
                picture(section, bars(section));
                outcomes(section);
            }
            case "longest" -> outcomes(section);
            default ->
            {
                picture(section, plot(section).svg());
                table(section);
            }
        }
    }

    private void picture(final Section section, final Markup svg)
    {
        final String file = section.id() + ".svg";
        folder.put(file, svg + "\n");
        page.plot(svg, file);
    }

    private LinePlot plot(final Section section)
    {
        final List<PlotSeries> series = new ArrayList<>();
        final List<Double> ys = new ArrayList<>();
        for (int i = 0; i < section.curves().size(); i++)
        {
            final String curve = section.curves().get(i).label();
            final List<Cell> cells = study.cells(section).stream().filter(cell -> cell.curve().equals(curve)).toList();
            final List<PlotPoint> predicted = cells.stream()
                .filter(cell -> cell.drawn().prediction().form() != Form.NONE && cell.drawn().trials() > 0)
                .map(cell -> new PlotPoint(cell.x(), cell.drawn().prediction().value())).toList();
            final boolean isBound = cells.stream().anyMatch(cell -> cell.drawn().prediction().form() == Form.BOUND);
            series.add(new PlotSeries(
                null, i, isBound ? PlotSeries.Style.DASHES : PlotSeries.Style.LINE, predicted));
            final List<PlotPoint> measured = cells.stream().filter(cell -> cell.drawn().trials() > 0)
                .map(cell -> point(cell.x(), cell.drawn())).toList();
            series.add(new PlotSeries(curve, i, PlotSeries.Style.MARKS, measured));
            predicted.forEach(point -> ys.add(point.y()));
            measured.forEach(point -> ys.add(section.yIsLog() ? point.y() : point.high()));
        }
        series.add(new PlotSeries("closed form", 6, PlotSeries.Style.LINE, List.of()));
        final double[] all = ys.stream().mapToDouble(Double::doubleValue).toArray();
        final String label = yLabel(section.figure());
        return new LinePlot(
            section.title(),
            section.question() + " " + label + " over " + section.xLabel() + ", measured and predicted.",
            section.xAxis(),
            section.yIsLog() ? Axis.log(label, all) : Axis.linear(label, all),
            series);
    }

    private static String yLabel(final Measure figure)
    {
        return switch (figure)
        {
            case REFUSED -> "part of creates that are refused";
            case WAIT -> "seconds until a number is free";
            default -> "part of stale packets delivered wrongly";
        };
    }

    private static PlotPoint point(final double x, final Figure figure)
    {
        final Interval interval = figure.interval(BARS);
        return new PlotPoint(x, figure.value(), Math.max(0, interval.low()), interval.high());
    }

    private Markup bars(final Section section)
    {
        final List<StackedBars.Bar> bars = study.cells(section).stream()
            .map(cell -> new StackedBars.Bar(cell.curve(), Arrays.stream(Outcome.values())
                .map(outcome -> cell.figures().get(Measure.valueOf(outcome.name())).value()).toList()))
            .toList();
        return new StackedBars(
            section.title(), section.question(), "part of stale packets",
            Arrays.stream(Outcome.values())
                .map(outcome -> new StackedBars.Part(outcome.description(), colour(outcome))).toList(),
            bars).svg();
    }

    private static int colour(final Outcome outcome)
    {
        return switch (outcome)
        {
            case QUARANTINED -> 0;
            case UNALLOCATED -> 6;
            case STATE -> 4;
            case PEER -> 5;
            case PSN -> 2;
            case KEY -> 3;
            case WRONG -> 1;
        };
    }

    private void table(final Section section)
    {
        final List<List<String>> rows = new ArrayList<>();
        for (final Cell cell : study.cells(section))
        {
            final Figure figure = cell.drawn();
            if (figure.trials() > 0)
            {
                final Interval interval = figure.interval(BARS);
                rows.add(List.of(
                    cell.curve(), number(cell.x()), number(figure.value()),
                    number(interval.low()) + " to " + number(interval.high()),
                    number(figure.prediction().value()), figure.prediction().form().label(),
                    figure.isComparable() ? number(figure.difference()) : "", agreement(figure)));
            }
        }
        page.table(
            List.of("curve", ">" + section.xLabel(), ">measured", ">95 % bounds", ">closed form", "form", ">difference",
                "agrees"), rows);
    }

    private void outcomes(final Section section)
    {
        final List<String> head = new ArrayList<>(List.of("stale packet"));
        Arrays.stream(Outcome.values()).forEach(outcome -> head.add(">" + outcome.label()));
        head.add(">wrong by closed form");
        head.add("agrees");
        final List<List<String>> rows = new ArrayList<>();
        for (final Cell cell : study.cells(section))
        {
            final List<String> row = new ArrayList<>(List.of(cell.curve()));
            for (final Outcome outcome : Outcome.values())
            {
                row.add(number(cell.figures().get(Measure.valueOf(outcome.name())).value()));
            }
            row.add(number(cell.drawn().prediction().value()));
            row.add(cell.figures().values().stream().filter(Figure::isComparable)
                .allMatch(figure -> figure.agrees(study.ofAll())) ? "yes" : "no");
            rows.add(row);
        }
        page.table(head, rows);
    }

    private String agreement(final Figure figure)
    {
        return !figure.isComparable() ? "" : figure.agrees(study.ofAll()) ? "yes" : "no";
    }

    private static String number(final double number)
    {
        return Double.isNaN(number) ? "" :
            number == Math.rint(number) ? String.format(Locale.ROOT, "%.0f", number) :
            String.format(Locale.ROOT, Math.abs(number) < 0.001 ? "%.2e" : "%.4g", number);
    }
}
