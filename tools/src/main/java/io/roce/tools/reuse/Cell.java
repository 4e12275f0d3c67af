package io.roce.tools.reuse;

import java.util.Map;

/** A point of a curve with all its figures. */
record Cell(Section section, String curve, double x, Scenario scenario, Map<Measure, Figure> figures)
{
    Figure drawn()
    {
        return figures.get(section.figure());
    }
}
