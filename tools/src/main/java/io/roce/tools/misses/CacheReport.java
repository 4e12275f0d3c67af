package io.roce.tools.misses;

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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The study as a page with plots, and as CSV. */
final class CacheReport
{
    private static final Confidence BARS = new Confidence(0.05);
    private static final String ACTIVE = "active queue pairs";

    private final CacheStudy study;
    private final OutputFolder folder;
    private final HtmlReport page = new HtmlReport("How large a cache of contexts");

    private CacheReport(final CacheStudy study, final OutputFolder folder)
    {
        this.study = study;
        this.folder = folder;
    }

    /** Puts it into the folder. */
    static void put(
        final CacheStudy study,
        final List<String> answer,
        final List<List<String>> facts,
        final OutputFolder folder)
    {
        final CacheReport report = new CacheReport(study, folder);
        report.page.heading("Answer").answer(answer);
        report.page.heading("What was done").paragraph(
            "Queue pairs were looked up by the resolver of the packet path, with the caches and the two-level " +
            "table that " +
            "every node has. Marks are what was measured, with 95 % bounds (the wider of Wilson's interval and " +
            "Student's " +
            "over the seeds); lines are closed forms.").facts(facts);
        study.sections().forEach(report::section);
        folder.put("figures.csv", report.csv());
        folder.put("published.csv", report.published());
        folder.put("report.html", report.page.toString());
    }

    private void section(final CacheSection section)
    {
        page.heading(section.title()).paragraph(section.question());
        final PublishedCurve published = published(section);
        final LinePlot plot = published == null ? hitRates(section) : throughput(section, published);
        final String file = section.id() + ".svg";
        folder.put(file, plot.svg() + "\n");
        page.plot(plot.svg(), file);
        if (published == null)
        {
            table(section);
        }
        else
        {
            errors(published);
        }
    }

    private static PublishedCurve published(final CacheSection section)
    {
        return Arrays.stream(PublishedCurve.values())
            .filter(curve -> curve.profile().label().equals(section.id())).findFirst().orElse(null);
    }

    private LinePlot hitRates(final CacheSection section)
    {
        final List<PlotSeries> series = new ArrayList<>();
        final List<CacheSection.Curve> curves = section.curves();
        for (int i = 0; i < curves.size(); i++)
        {
            final List<CacheFigure> figures = curves.get(i).cells().stream().map(study::figure).toList();
            series.add(new PlotSeries(null, i, PlotSeries.Style.LINE, figures.stream()
                .map(figure -> new PlotPoint(figure.cell().active(), figure.form().value())).toList()));
            series.add(new PlotSeries(curves.get(i).label(), i, PlotSeries.Style.MARKS, figures.stream()
                .map(figure -> point(figure.cell().active(), figure.hitRate(), figure.interval(BARS))).toList()));
        }
        series.add(new PlotSeries("closed form", 6, PlotSeries.Style.LINE, List.of()));
        return new LinePlot(section.title(), section.question() + " Hit rate over active queue pairs.",
            xAxis(section), new Axis("part of packets that hit", false, 0, 1), series);
    }

    private LinePlot throughput(final CacheSection section, final PublishedCurve published)
    {
        final List<PlotSeries> series = new ArrayList<>();
        final FittedProfile fitted = study.fitted(published);
        final List<PlotPoint> points = new ArrayList<>();
        for (int i = 0; i < published.active().length; i++)
        {
            points.add(new PlotPoint(published.active()[i], published.mops()[i]));
        }
        series.add(new PlotSeries("published", 1, PlotSeries.Style.MARKS, points));
        series.add(new PlotSeries("profile " + published.profile().label(), 0, PlotSeries.Style.LINE_AND_MARKS,
            section.curves().get(0).cells().stream().map(study::figure)
                .map(figure -> new PlotPoint(figure.cell().active(), shipped(published, figure))).toList()));
        series.add(new PlotSeries("fitted, " + fitted.shape().sets() + "x" + fitted.shape().ways(), 2,
            PlotSeries.Style.LINE_AND_MARKS, section.curves().get(1).cells().stream().map(study::figure)
                .map(figure -> new PlotPoint(figure.cell().active(), fitted.mops(figure.hitRate()))).toList()));
        final double[] most = series.stream().flatMap(each -> each.points().stream())
            .mapToDouble(PlotPoint::y).toArray();
        return new LinePlot(section.title(), section.question(), xAxis(section),
            Axis.linear("million operations per second", most), series);
    }

    /** Of what was measured, by the profile's own times. */
    private static double shipped(final PublishedCurve published, final CacheFigure figure)
    {
        final long hits = Math.round(figure.hitRate() * figure.trials());
        return published.profile().modelledMops(hits, figure.trials() - hits);
    }

    private static Axis xAxis(final CacheSection section)
    {
        return Axis.log(ACTIVE, section.curves().stream().flatMap(curve -> curve.cells().stream())
            .mapToDouble(CacheCell::active).toArray());
    }

    private static PlotPoint point(final double x, final double y, final Interval interval)
    {
        return new PlotPoint(x, y, Math.max(0, interval.low()), Math.min(1, interval.high()));
    }

    private void table(final CacheSection section)
    {
        final List<List<String>> rows = new ArrayList<>();
        for (final CacheSection.Curve curve : section.curves())
        {
            for (final CacheCell cell : curve.cells())
            {
                final CacheFigure figure = study.figure(cell);
                rows.add(List.of(
                    curve.label(), Integer.toString(cell.active()), number(figure.hitRate()),
                    number(figure.form().value()), figure.form().isExact() ? "exact" : "approximate",
                    number(figure.hitRate() - figure.form().value()), figure.agrees(study.ofAll()) ? "yes" : "no"));
            }
        }
        page.table(List.of("cache", ">" + ACTIVE, ">hit rate", ">closed form", "form", ">difference", "agrees"), rows);
    }

    private void errors(final PublishedCurve published)
    {
        final List<List<String>> rows = new ArrayList<>();
        forEachPoint(published, (active, mops, shipped, fitted) -> rows.add(List.of(
            Integer.toString(active), number(mops), number(shipped), percent(shipped / mops - 1), number(fitted),
            percent(fitted / mops - 1))));
        page.table(List.of(">" + ACTIVE, ">published", ">" + published.profile().label(), ">off by", ">fitted",
            ">off by"), rows);
    }

    private String csv()
    {
        final Csv csv = new Csv(
            "section", "cache", "sets", "ways", "workload", "zipf_exponent", "active", "packets", "hit_rate", "low_95",
            "high_95", "low_all", "high_all", "form", "predicted", "difference", "form_margin", "agrees");
        for (final CacheSection section : study.sections())
        {
            for (final CacheSection.Curve curve : section.curves())
            {
                for (final CacheCell cell : curve.cells())
                {
                    row(csv, section, study.figure(cell));
                }
            }
        }
        return csv.toString();
    }

    private void row(final Csv csv, final CacheSection section, final CacheFigure figure)
    {
        final CacheCell cell = figure.cell();
        final Interval interval = figure.interval(BARS);
        final Interval ofAll = figure.interval(study.ofAll());
        csv.row(
            section.id(), cell.shape().kind().label(), cell.shape().sets(), cell.shape().ways(),
            cell.workload().label(), cell.workload() == Workload.ZIPF ? cell.exponent() : null, cell.active(),
            figure.trials(), figure.hitRate(), interval.low(), interval.high(), ofAll.low(), ofAll.high(),
            figure.form().isExact() ? "exact" : "approximate", figure.form().value(),
            figure.hitRate() - figure.form().value(), figure.form().margin(),
            figure.agrees(study.ofAll()) ? "yes" : "no");
    }

    private String published()
    {
        final Csv csv = new Csv(
            "curve", "active", "published_mops", "profile", "profile_mops", "profile_off", "fitted_sets", "fitted_ways",
            "fitted_hit_ns", "fitted_miss_ns", "fitted_mops", "fitted_off", "source");
        for (final PublishedCurve curve : PublishedCurve.values())
        {
            final FittedProfile fit = study.fitted(curve);
            forEachPoint(curve, (active, mops, shipped, fitted) -> csv.row(
                curve.label(), active, mops, curve.profile().label(), shipped, shipped / mops - 1, fit.shape().sets(),
                fit.shape().ways(), fit.hitNs(), fit.missNs(), fitted, fitted / mops - 1, curve.source()));
        }
        return csv.toString();
    }

    private void forEachPoint(final PublishedCurve curve, final PointVisitor visitor)
    {
        final FittedProfile fitted = study.fitted(curve);
        for (int i = 0; i < curve.active().length; i++)
        {
            final int active = curve.active()[i];
            final CacheSection section = study.sections().stream()
                .filter(each -> published(each) == curve).findFirst().orElseThrow();
            visitor.onPoint(active, curve.mops()[i],
                shipped(curve, figure(section.curves().get(0), active)),
                fitted.mops(figure(section.curves().get(1), active).hitRate()));
        }
    }

    private CacheFigure figure(final CacheSection.Curve curve, final int active)
    {
        return study.figure(
            curve.cells().stream().filter(cell -> cell.active() == active).findFirst().orElseThrow());
    }

    private static String number(final double number)
    {
        return String.format(Locale.ROOT, "%.4g", number);
    }

    private static String percent(final double part)
    {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * part);
    }

    private interface PointVisitor
    {
        void onPoint(int active, double mops, double shipped, double fitted);
    }
}
