package io.roce.tools.reuse;

import io.roce.tools.plot.Axis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Cells that answer one question together.
 *
 * @param id     as in CSV and in names of files.
 * @param xLabel what the cells of a curve differ in, with the unit.
 * @param figure what is drawn of each.
 * @param yIsLog whether equal distances are equal ratios.
 */
record Section(
    String id, String title, String question, String xLabel, boolean xIsLog, Measure figure, boolean yIsLog,
    List<Curve> curves)
{
    Section(
        final String id, final String title, final String question, final String xLabel, final boolean xIsLog,
        final Measure figure, final boolean yIsLog)
    {
        this(id, title, question, xLabel, xIsLog, figure, yIsLog, new ArrayList<>());
    }

    /** Adds a curve: a cell for each value. */
    Section curve(final String label, final double[] xs, final Function<Double, Scenario> scenario)
    {
        final List<Point> points = new ArrayList<>();
        for (final double x : xs)
        {
            points.add(new Point(x, scenario.apply(x)));
        }
        curves.add(new Curve(label, points));
        return this;
    }

    Axis xAxis()
    {
        final double[] xs = curves.stream().flatMap(curve -> curve.points.stream()).mapToDouble(Point::x).toArray();
        return xIsLog ? Axis.log(xLabel, xs) : Axis.linear(xLabel, xs);
    }

    /** Cells that differ in one value. */
    record Curve(String label, List<Point> points)
    {
    }

    record Point(double x, Scenario scenario)
    {
    }
}
