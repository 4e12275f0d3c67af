package io.roce.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Large WRITEs and READs between two nodes. */
final class BandwidthPart
{
    private static final int MTU = 4_096;
    private static final int MESSAGE = 1 << 20;
    private static final int PACKETS_PER_MESSAGE = MESSAGE / MTU;
    private static final int C_ADDRESS = 2;
    private static final long PATIENCE_S = 120;
    private static final double MIB = 1 << 20;
    private static final double NS_PER_S = 1e9;
    private static final Goal GOAL = Goal.atLeast(0.7);

    private final Bench bench;
    private final String op;
    private final PartResult result = new PartResult();

    private BandwidthPart(final Bench bench, final String op)
    {
        this.bench = bench;
        this.op = op;
    }

    static PartResult write(final Bench bench) throws IOException
    {
        return new BandwidthPart(bench, "write").run(GOAL);
    }

    static PartResult read(final Bench bench) throws IOException
    {
        return new BandwidthPart(bench, "read").run(null);
    }

    private PartResult run(final Goal goal) throws IOException
    {
        final String absence = bench.programs().absence(CProgram.BULK);
        final List<Double> ours = new ArrayList<>();
        final List<Double> others = new ArrayList<>();
        final List<Double> extra = new ArrayList<>();
        if (bench.warmUp() > 0)
        {
            bench.progress().show(op + ": warming up");
            run(bench.warmUp());
        }
        for (int round = 0; round < bench.rounds(); round++)
        {
            bench.progress().show(op + ": round " + (round + 1) + " of " + bench.rounds());
            final JsonNode phase = run(bench.packets());
            final String failure = PerfRun.failure(phase);
            if (failure != null)
            {
                result.fail(op + ": " + failure);
            }
            ours.add(phase.path("bytes_per_s").asDouble() / MIB);
            extra.add(phase.path("extra_packets").asDouble());
            if (absence == null)
            {
                others.add(runC());
            }
        }
        if (absence != null)
        {
            result.note(absence + ".");
        }
        final String name = "1 MiB " + op.toUpperCase(Locale.ROOT) + ", MTU 4096";
        result.add(Figure.of(name, "MiB/s", ours, "C, 2 processes", others, goal));
        result.detail(name, "two nodes", "packets sent again", extra);
        result.note("Both nodes are in this process, which is not pinned to a core; their packets leave in pieces of " +
            "up to 64 and are taken in pieces. So are those of C, which copies and computes the ICRC on both sides " +
            "too; it has a window, one connection and nothing else.");
        result.limit("The lane's thread at both ends: copy and ICRC of each packet, and the copies into and out of " +
            "the kernel; on two cores also the thread that posts and waits, which takes its time from them.");
        return result;
    }

    private JsonNode run(final int packets) throws IOException
    {
        return PerfRun.run(
            bench, op, "--bw", "--size", String.valueOf(MESSAGE), "--mtu", String.valueOf(MTU), "--iters",
            String.valueOf(messages(packets)), "--warm-up", "0");
    }

    /** Bytes a second, in MiB. */
    private double runC() throws IOException
    {
        final int messages = messages(bench.packets());
        final String address = Addresses.format(bench.address(C_ADDRESS));
        final Map<String, Double> figures = CRun.exchange(
            bench,
            CProgram.BULK,
            List.of("receive", address, Envelope.ROCE_PORT, messages),
            List.of("send", address, Envelope.ROCE_PORT, Addresses.format(bench.senderAddress()), messages),
            PATIENCE_S);
        return figures.get("bytes") / MIB * NS_PER_S / figures.get("ns");
    }

    private static int messages(final int packets)
    {
        return Math.max(1, packets / PACKETS_PER_MESSAGE);
    }
}
