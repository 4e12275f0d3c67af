package io.roce.nic.admin;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Values of metrics, as they are put together for one answer. */
final class MetricSamples
{
    private final Map<Metric, List<Sample>> samples = new EnumMap<>(Metric.class);

    /** @param labels values, in the order of the metric's names. */
    record Sample(double value, List<String> labels)
    {
    }

    void add(final Metric metric, final double value, final String... labels)
    {
        if (labels.length != metric.labels().size())
        {
            throw new IllegalArgumentException(
                metric.title() + " has labels " + metric.labels() + ", not " + labels.length + " of them");
        }
        samples.computeIfAbsent(metric, key -> new ArrayList<>()).add(new Sample(value, List.of(labels)));
    }

    /** Adds what somebody counts; a negative value says that nobody does. */
    void addKnown(final Metric metric, final long count, final double unit, final String... labels)
    {
        if (count >= 0)
        {
            add(metric, count / unit, labels);
        }
    }

    /** By metric, of those that have any. */
    Map<Metric, List<Sample>> all()
    {
        return samples;
    }
}
