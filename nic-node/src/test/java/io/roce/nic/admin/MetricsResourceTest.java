package io.roce.nic.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;

/** What a scraper is told of a lane whose figures are known. */
class MetricsResourceTest extends WithAdmin
{
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    @Test
    void shouldTellTheFiguresOfTheLane() throws Exception
    {
        final Scrape scrape = Scrape.of(node.address());

        assertEquals(5, scrape.value("roce_datagrams_received_total"));
        assertEquals(3, scrape.value("roce_datagrams_total{drop=\"true\",fate=\"ICRC_MISMATCH\"}"));
        assertEquals(2, scrape.value("roce_datagrams_total{drop=\"true\",fate=\"QPN_QUARANTINED\"}"));
        assertEquals(0, scrape.value("roce_datagrams_total{drop=\"false\",fate=\"DELIVERED_REQUEST\"}"));
        assertEquals(0, scrape.value("roce_datagrams_held"));
        assertEquals(1, scrape.value("roce_icrc_verified_total{match=\"exact\"}"));
        assertEquals(2, scrape.value("roce_icrc_verified_total{match=\"inferred\"}"));
        assertEquals(FakeLane.MAX_QPS, scrape.value("roce_qps_max"));
        assertEquals(1024, scrape.value("roce_qp_cache_capacity"));
        assertEquals(5, scrape.value("roce_lane_decided_total{lane=\"0\"}"));
        assertEquals(1_800_000_000.25, scrape.value("roce_start_time_seconds"));
        assertEquals("counter", scrape.types().get("roce_datagrams_total"));
        assertEquals("gauge", scrape.types().get("roce_datagrams_held"));
        assertEquals(Metric.RECEIVED.description(), scrape.helps().get("roce_datagrams_received_total"));
        final String build = scrape.values().keySet().stream()
            .filter(series -> series.startsWith("roce_build_info{")).findAny().orElseThrow();
        assertTrue(build.contains("icrc_mode=\"infer\"") && build.contains("version=\"0.1.0\"") &&
            build.contains("link=\"epoll\"") && build.contains("profile=\"rxe-6.1\""), build);
    }

    @Test
    void shouldTellOfEachFateWhatItMeans() throws Exception
    {
        final Scrape scrape = Scrape.of(node.address());
        for (final Fate fate : Fate.values())
        {
            assertEquals(1, scrape.value("roce_fate_info{description=\"%s\",fate=\"%s\"}".formatted(
                fate.description().replace("\\", "\\\\").replace("\"", "\\\""), fate)));
        }
        final long series = scrape.values().keySet().stream()
            .filter(each -> each.startsWith("roce_datagrams_total{")).count();
        assertEquals(Fate.values().length, series);
    }

    /** Addresses of IPv6 too, and none where the system does not say. */
    @Test
    void shouldTellWhatTheKernelDroppedByAddress() throws Exception
    {
        node.lane.kernelDrops = new long[]{7, 8, -1};
        final Scrape scrape = Scrape.of(node.address());

        assertEquals(7, scrape.value("roce_kernel_drops_total{address=\"127.0.0.1:4791\"}"));
        assertEquals(8, scrape.value("roce_kernel_drops_total{address=\"[::1]:4791\"}"));
        assertEquals(15, scrape.sum("roce_kernel_drops_total"));
        assertEquals(0, scrape.values().keySet().stream()
            .filter(series -> series.contains("127.0.0.2:4792")).count());
    }

    @Test
    void shouldEscapeWhatStandsInLabels() throws Exception
    {
        final MetricSamples samples = new MetricSamples();
        samples.add(Metric.KERNEL_DROPS, 4, "a\"b\\c\nd");
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        MetricsText.accepted(null).write(samples, out);

        final Scrape scrape = Scrape.parse(out.toString(StandardCharsets.UTF_8));
        assertEquals(Map.of("roce_kernel_drops_total{address=\"a\\\"b\\\\c\\nd\"}", 4.0), scrape.values());
    }

    @Test
    void shouldHoldTheLanesTenTimesASecondAtMost() throws Exception
    {
        Scrape.of(node.address());
        node.lane.submit(() -> node.lane.queuePairs.create(QpType.RC, 3, false)).get();
        node.lane.clock.advance(TimeUnit.MILLISECONDS.toNanos(99));
        assertEquals(0, Scrape.of(node.address()).value("roce_qps_live"));
        node.lane.clock.advance(TimeUnit.MILLISECONDS.toNanos(1));
        assertEquals(3, Scrape.of(node.address()).value("roce_qps_live"));
    }

    /** A reading that failed is not what the next one gets. */
    @Test
    void shouldReadAgainAfterAFailure() throws Exception
    {
        Scrape.of(node.address());
        node.lane.clock.advance(TimeUnit.SECONDS.toNanos(1));
        final Logger log = Logger.getLogger(Failures.class.getName());
        log.setLevel(Level.OFF);
        try
        {
            node.lane.fault = new IllegalStateException("on purpose");
            assertEquals(500, Scrape.ask(node.address(), "GET", null, null).statusCode());
        }
        finally
        {
            log.setLevel(null);
        }
        assertEquals(200, Scrape.ask(node.address(), "GET", null, null).statusCode());
    }

    @Test
    void shouldAnswerInTheFormatThatIsAskedFor() throws Exception
    {
        final HttpResponse<String> open =
            Scrape.ask(node.address(), "GET", "application/openmetrics-text;version=1.0.0,*/*;q=0.1", null);
        assertTrue(contentType(open).startsWith("application/openmetrics-text; version=1.0.0"), contentType(open));
        assertTrue(open.body().endsWith("# EOF\n"));
        assertTrue(open.body().contains("# TYPE roce_datagrams_received counter\n"), open.body());

        final HttpResponse<String> text = Scrape.ask(node.address(), "GET", "text/plain", null);
        assertTrue(contentType(text).startsWith("text/plain; version=0.0.4"), contentType(text));

        final HttpResponse<String> protobuf = Scrape.ask(
            node.address(),
            "GET",
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited",
            null);
        assertTrue(contentType(protobuf).startsWith("text/plain; version=0.0.4"), contentType(protobuf));
    }

    @Test
    void shouldAnswerHeadWithoutABody() throws Exception
    {
        final HttpResponse<String> head = Scrape.ask(node.address(), "HEAD", null, null);
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertTrue(contentType(head).startsWith("text/plain"), contentType(head));
    }

    @Test
    void shouldWantTheToken() throws Exception
    {
        final AdminConfig config = new AdminConfig(new InetSocketAddress(AdminFixture.ADDRESS, 0), "s3cret");
        try (AdminFixture guarded = new AdminFixture(config))
        {
            assertEquals(401, Scrape.ask(guarded.address(), "GET", null, null).statusCode());
            assertEquals(401, Scrape.ask(guarded.address(), "GET", null, "other").statusCode());
            assertEquals(200, Scrape.ask(guarded.address(), "GET", null, "s3cret").statusCode());
        }
    }

    @Test
    void shouldPassTheLinterOfPrometheus() throws Exception
    {
        assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not installed: names of metrics are not linted");
        final Process promtool = new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
            .redirectErrorStream(true).start();
        promtool.getOutputStream().write(Scrape.of(node.address()).text().getBytes(StandardCharsets.UTF_8));
        promtool.getOutputStream().close();
        final String complaints = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, promtool.waitFor(), complaints);
        assertEquals("", complaints);
    }

    private static String contentType(final HttpResponse<String> response)
    {
        return response.headers().firstValue("Content-Type").orElse("");
    }
}
