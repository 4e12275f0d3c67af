package io.roce.tools.perf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Json;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.HdrHistogram.Histogram;

/** A phase for programs. */
final class PhaseJson
{
    private static final int DECIMALS = 3;

    private PhaseJson()
    {
    }

    static ObjectNode of(final PhaseResult result)
    {
        final PerfPhase phase = result.phase();
        final Measured measured = result.measured();
        final ObjectNode json = Json.object()
            .put("test", phase.test().label())
            .put("size", phase.size())
            .put("qps", result.layout().qps())
            .put("depth", result.layout().outSlots())
            .put("messages", measured.count())
            .put("bytes", measured.count() * phase.size())
            .put("elapsed_ns", measured.elapsedNs())
            .put("cut", result.isCut());
        if (phase.test() == PerfTest.BANDWIDTH)
        {
            putBandwidth(json, result);
        }
        else
        {
            putLatency(json, measured);
        }
        json.put("lost_part", round(result.lostPart()))
            .put("extra_packets", result.extraPackets())
            .put("rnr_naks", result.rnrNaks())
            .put("lost_packets", result.lostPackets());
        if (result.plan().isVerified())
        {
            json.set("verified", result.verification().json());
        }
        json.putObject("accounts")
            .<ObjectNode>set("here", result.account().json())
            .set("there", result.served().account().json());
        return json;
    }

    private static void putBandwidth(final ObjectNode json, final PhaseResult result)
    {
        json.put("messages_per_s", round(result.messagesPerS()))
            .put("bytes_per_s", round(result.messagesPerS() * result.phase().size()))
            .put("peak_bytes_per_s", round(result.peakPerS() * result.phase().size()));
    }

    private static void putLatency(final ObjectNode json, final Measured measured)
    {
        final Histogram latencyNs = measured.latencyNs();
        json.put("unanswered", measured.unanswered());
        final ObjectNode latency = json.putObject("latency_us");
        latency.put("count", latencyNs.getTotalCount());
        if (latencyNs.getTotalCount() == 0)
        {
            return;
        }
        latency.put("min", us(latencyNs.getMinValue())).put("mean", us(latencyNs.getMean()));
        for (final Percentile percentile : Percentile.values())
        {
            latency.put(percentile.field(), us(percentile.of(latencyNs)));
        }
        latency.put("max", us(latencyNs.getMaxValue()));
    }

    private static BigDecimal us(final double ns)
    {
        return round(ns / Percentile.NS_PER_US);
    }

    private static BigDecimal round(final double value)
    {
        return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
    }
}
