package io.roce.tools.bench;

import io.roce.tools.plot.Axis;
import io.roce.tools.plot.LinePlot;
import io.roce.tools.plot.PlotPoint;
import io.roce.tools.plot.PlotSeries;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What a packet costs over live queue pairs, with the cache model off and on, and its ICRC alone. */
final class LiveCurve
{
    private final int length;
    private final List<PlotPoint> off = new ArrayList<>();
    private final List<PlotPoint> on = new ArrayList<>();
    private final List<PlotPoint> icrc = new ArrayList<>();

    /** @param length of a packet, BTH to ICRC. */
    LiveCurve(final int length)
    {
        this.length = length;
    }

    /** @param figures with the model off and on, beside the ICRC; none where nothing was measured. */
    void add(final int live, final List<Figure> figures)
    {
        if (!figures.isEmpty())
        {
            off.add(point(live, figures.get(0).ours()));
            on.add(point(live, figures.get(1).ours()));
            icrc.add(point(live, figures.get(0).others()));
        }
    }

    LinePlot plot()
    {
        return new LinePlot(
            "Processor time of a packet of " + length + " bytes, in memory",
            "Nanoseconds of a packet over live queue pairs, with the cache model off and on, and of its ICRC alone.",
            Axis.log("live queue pairs, each drawn as often as another", values(off.stream().map(PlotPoint::x))),
            Axis.linear("ns a packet", values(Stream.of(off, on).flatMap(List::stream).map(PlotPoint::high))),
            List.of(
                series("cache model off", 0, off),
                series("cache model on", 1, on),
                series("ICRC alone", 2, icrc)));
    }

    private static PlotPoint point(final int live, final Spread spread)
    {
        return new PlotPoint(live, spread.median(), spread.lowest(), spread.highest());
    }

    private static PlotSeries series(final String legend, final int colour, final List<PlotPoint> points)
    {
        return new PlotSeries(legend, colour, PlotSeries.Style.LINE_AND_MARKS, points);
    }

    private static double[] values(final Stream<Double> values)
    {
        return values.flatMapToDouble(DoubleStream::of).toArray();
    }
}
