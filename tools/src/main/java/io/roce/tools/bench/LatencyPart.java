package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One packet there and back. */
final class LatencyPart
{
    private static final int SIZE = 64;

    /** BTH, RETH, the data, ICRC. */
    private static final int DATAGRAM_LENGTH = 12 + 16 + SIZE + 4;
    /** A packet there and back takes as long as so many one behind the other. */
    private static final int SHARE = 40;
    private static final int C_ADDRESS = 2;
    private static final long PATIENCE_S = 60;
    private static final double NS_PER_US = 1e3;
    private static final Goal GOAL = Goal.atMost(1.5);

    private LatencyPart()
    {
    }

    static PartResult run(final Bench bench) throws IOException
    {
        final PartResult result = new PartResult();
        final String absence = bench.programs().absence(CProgram.PINGPONG);
        final int trips = Math.max(1, bench.packets() / SHARE);
        final List<Double> ours = new ArrayList<>();
        final List<Double> others = new ArrayList<>();
        if (bench.warmUp() > 0)
        {
            bench.progress().show("latency: warming up");
            perf(bench, Math.max(1, bench.warmUp() / SHARE));
        }
        for (int round = 0; round < bench.rounds(); round++)
        {
            bench.progress().show("latency: round " + (round + 1) + " of " + bench.rounds());
            final JsonNode phase = perf(bench, trips);
            final String failure = PerfRun.failure(phase);
            if (failure != null)
            {
                result.fail("latency: " + failure);
            }
            // It tells half of the way there and back.
            ours.add(2 * phase.path("latency_us").path("p50").asDouble());
            if (absence == null)
            {
                others.add(c(bench, trips));
            }
        }
        if (absence != null)
        {
            result.note(absence + ".");
        }
        result.add(Figure.of(
            "WRITE of " + SIZE + " B there and back, median", "us", ours, "C over UDP", others, GOAL));
        result.note("Each end answers the other's WRITE with one of its own; an acknowledgement comes besides. C " +
            "sends datagrams of the same " + DATAGRAM_LENGTH + " bytes, sleeps in the kernel until one comes, and " +
            "computes no ICRC. A round has " + Numbers.count(trips) + " of them.");
        result.limit("The kernel waking a thread, which C waits for twice; ours also hands over from the lane's " +
            "thread to the one that waits for the completion and back, and on two cores four threads want their turn.");
        return result;
    }

    private static JsonNode perf(final Bench bench, final int trips) throws IOException
    {
        return PerfRun.run(
            bench, "write", "--lat", "--size", String.valueOf(SIZE), "--iters", String.valueOf(trips),
            "--warm-up", "0");
    }

    private static double c(final Bench bench, final int trips) throws IOException
    {
        final String address = Addresses.format(bench.address(C_ADDRESS));
        return CRun.exchange(
            bench,
            CProgram.PINGPONG,
            List.of("answer", address, Envelope.ROCE_PORT, trips),
            List.of(
                "ask",
                address,
                Envelope.ROCE_PORT,
                Addresses.format(bench.senderAddress()),
                DATAGRAM_LENGTH,
                trips),
            PATIENCE_S).get("median_ns") / NS_PER_US;
    }
}
