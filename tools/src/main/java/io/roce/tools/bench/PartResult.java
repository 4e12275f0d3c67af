package io.roce.tools.bench;

import io.roce.tools.plot.LinePlot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What came of a part, as far as it came. */
final class PartResult
{
    private final List<Figure> figures = new ArrayList<>();
    private final List<Detail> details = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Map<String, LinePlot> plots = new LinkedHashMap<>();
    private String limit = "";

    /**
     * What is known besides of one that was measured, without anything beside it.
     *
     * @param what what it is of.
     * @param who  was measured.
     * @param name of the value, with its unit.
     */
    record Detail(String what, String who, String name, Spread value)
    {
    }

    void add(final Figure figure)
    {
        figures.add(figure);
    }

    void detail(final String what, final String who, final String name, final List<Double> values)
    {
        if (!values.isEmpty())
        {
            details.add(new Detail(what, who, name, Spread.of(values)));
        }
    }

    /** What could not be had, and what is to be known about how it was measured. */
    void note(final String sentence)
    {
        if (!notes.contains(sentence))
        {
            notes.add(sentence);
        }
    }

    /** What must not be: an account that does not balance. The exit status follows from it. */
    void fail(final String sentence)
    {
        failures.add(sentence);
    }

    /** @param name of its file, without ending. */
    void plot(final String name, final LinePlot plot)
    {
        plots.put(name, plot);
    }

    /** In one sentence what limits the figures. */
    void limit(final String sentence)
    {
        limit = sentence;
    }

    List<Figure> figures()
    {
        return figures;
    }

    List<Detail> details()
    {
        return details;
    }

    List<String> notes()
    {
        return notes;
    }

    List<String> failures()
    {
        return failures;
    }

    Map<String, LinePlot> plots()
    {
        return plots;
    }

    String limit()
    {
        return limit;
    }
}
