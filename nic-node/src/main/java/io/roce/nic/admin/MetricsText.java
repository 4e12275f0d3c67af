package io.roce.nic.admin;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Metrics in the format that a scraper asks for. The one place that knows the library, which is loaded when the first
 * scraper comes.
 */
final class MetricsText
{
    private static final ExpositionFormats FORMATS = ExpositionFormats.init();

    private final ExpositionFormatWriter writer;

    private MetricsText(final ExpositionFormatWriter writer)
    {
        this.writer = writer;
    }

    /** @param accept as of HTTP; what it does not name a format of is answered with the text format. */
    static MetricsText accepted(final String accept)
    {
        final ExpositionFormatWriter found = FORMATS.findWriter(accept);
        // Of the formats that are not text there is no writer here.
        return new MetricsText(found.isAvailable() ? found : FORMATS.getPrometheusTextFormatWriter());
    }

    String contentType()
    {
        return writer.getContentType();
    }

    void write(final MetricSamples samples, final OutputStream out) throws IOException
    {
        final MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
        samples.all().forEach((metric, each) -> snapshots.metricSnapshot(snapshot(metric, each)));
        writer.write(out, snapshots.build());
    }

    private static MetricSnapshot snapshot(final Metric metric, final List<MetricSamples.Sample> samples)
    {
        final String name = metric.title().substring(0, metric.title().length() - metric.type().suffix().length());
        return switch (metric.type())
        {
            case COUNTER ->
            {
                final CounterSnapshot.Builder counter =
                    CounterSnapshot.builder().name(name).help(metric.description());
                samples.forEach(sample -> counter.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                    .value(sample.value())
                    .labels(Labels.of(metric.labels(), sample.labels()))
                    .build()));
                yield counter.build();
            }
            case GAUGE ->
            {
                final GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(metric.description());
                samples.forEach(sample -> gauge.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .value(sample.value())
                    .labels(Labels.of(metric.labels(), sample.labels()))
                    .build()));
                yield gauge.build();
            }
            case INFO ->
            {
                final InfoSnapshot.Builder info = InfoSnapshot.builder().name(name).help(metric.description());
                samples.forEach(sample -> info.dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                    .labels(Labels.of(metric.labels(), sample.labels()))
                    .build()));
                yield info.build();
            }
        };
    }
}
