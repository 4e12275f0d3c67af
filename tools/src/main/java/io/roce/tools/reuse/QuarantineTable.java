package io.roce.tools.reuse;

import io.roce.tools.report.Confidence;
import io.roce.tools.report.Csv;
import io.roce.tools.report.Interval;

/** All figures of the study as CSV: a row for each figure of each cell. */
final class QuarantineTable
{
    private QuarantineTable()
    {
    }

    static String csv(final QuarantineStudy study)
    {
        final Csv csv = new Csv(
            "section", "curve", "x", "pool", "pressure", "churn_per_s", "lifetime_s", "peers", "psn_bits", "packet",
            "sender", "delay", "longest_delay_s", "comeback", "allocation", "quarantine", "figure", "trials",
            "measured", "low_95", "high_95", "low_all", "high_all", "form", "predicted", "difference", "form_margin",
            "agrees");
        final Confidence one = new Confidence(0.05);
        for (final Cell cell : study.cells())
        {
            for (final Figure figure : cell.figures().values())
            {
                row(csv, study, one, cell, figure);
            }
        }
        return csv.toString();
    }

    private static void row(
        final Csv csv, final QuarantineStudy study, final Confidence one, final Cell cell, final Figure figure)
    {
        final Scenario scenario = cell.scenario();
        final boolean isMeasured = figure.trials() > 0;
        final Interval interval = isMeasured ? figure.interval(one) : new Interval(Double.NaN, Double.NaN);
        final Interval ofAll = isMeasured ? figure.interval(study.ofAll()) : interval;
        csv.row(
            cell.section().id(), cell.curve(), cell.x(), scenario.pool(), scenario.pressure(), scenario.churn(),
            scenario.lifetime(), scenario.peers(), scenario.psnBits(), scenario.packet().label(),
            scenario.sender().label(), scenario.delay().label(), scenario.delay().max(),
            scenario.comeback().label(), scenario.order().label(), scenario.quarantine(),
            figure.measure().label(), figure.trials(), figure.value(), interval.low(), interval.high(), ofAll.low(),
            ofAll.high(), figure.prediction().form().label(), figure.prediction().value(), figure.difference(),
            figure.prediction().margin(),
            figure.isComparable() ? figure.agrees(study.ofAll()) ? "yes" : "no" : "");
    }
}
