package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.Numbers;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One packet there, and one that says that it came. */
final class LatencyPart
{
    private static final int SIZE = 64;

    /** BTH, RETH, the data, ICRC. */
    private static final int DATAGRAM_LENGTH = 12 + 16 + SIZE + 4;
    /** A packet there and back takes as long as so many one behind the other. */
    private static final int SHARE = 40;
    private static final int C_ADDRESS = 2;
    private static final int FIRST_NODE = 3;
    private static final int SECOND_NODE = 4;
    private static final double MEDIAN = 50;
    private static final String BESIDE = "C over UDP";
    private static final long PATIENCE_S = 60;
    private static final double NS_PER_US = 1e3;
    private static final Goal GOAL = Goal.atMost(1.5);

    private LatencyPart()
    {
    }

    static PartResult run(final Bench bench) throws IOException
    {
        try (WriteTrips writes = new WriteTrips(
            bench.address(FIRST_NODE), bench.address(SECOND_NODE), SIZE))
        {
            return run(bench, writes);
        }
    }

    private static PartResult run(final Bench bench, final WriteTrips writes) throws IOException
    {
        final PartResult result = new PartResult();
        final String absence = bench.programs().absence(CProgram.PINGPONG);
        final int trips = Math.max(1, bench.packets() / SHARE);
        final List<Double> acknowledged = new ArrayList<>();
        final List<Double> answered = new ArrayList<>();
        final List<Double> others = new ArrayList<>();
        if (bench.warmUp() > 0)
        {
            bench.progress().show("latency: warming up");
            perf(bench, Math.max(1, bench.warmUp() / SHARE));
            writes.run(Math.max(1, bench.warmUp() / SHARE));
        }
        for (int round = 0; round < bench.rounds(); round++)
        {
            bench.progress().show("latency: round " + (round + 1) + " of " + bench.rounds());
            acknowledged.add(writes.run(trips).getValueAtPercentile(MEDIAN) / NS_PER_US);
            final JsonNode phase = perf(bench, trips);
            failIf(PerfRun.failure(phase), result);
            // It tells half of the way there and back.
            answered.add(2 * phase.path("latency_us").path("p50").asDouble());
            if (absence == null)
            {
                others.add(c(bench, trips));
            }
        }
        failIf(writes.failure((long)bench.rounds() * trips), result);
        if (absence != null)
        {
            result.note(absence + ".");
        }
        final String what = "WRITE of " + SIZE + " B, median: ";
        result.add(Figure.of(what + "acknowledged", "us", acknowledged, BESIDE, others, GOAL));
        result.add(Figure.of(what + "answered by a WRITE", "us", answered, BESIDE, others, GOAL));
        result.note("Acknowledged: the next WRITE is posted by what the completion of the one before calls, on the " +
            "lane's thread. Answered: a thread of the program at each end waits for the other's WRITE and posts one " +
            "of its own, each acknowledged besides. C sends datagrams of the same " + DATAGRAM_LENGTH + " bytes, " +
            "sleeps in the kernel until one comes, and computes no ICRC. A round has " + Numbers.count(trips) +
            " of them.");
        result.limit("The kernel waking a thread, which both wait for twice. Between threads of programs there are " +
            "four more: from the lane's to the one that waits for the completion and back, at each end.");
        return result;
    }

    private static void failIf(final String failure, final PartResult result)
    {
        if (failure != null)
        {
            result.fail("latency: " + failure);
        }
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
