package io.roce.tools.bench;

import io.roce.tools.cli.Addresses;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Packets that are sent to a receiver by {@code flood.c}, or, where that is not to be had, from this process.
 *
 * @param length   BTH to ICRC in bytes.
 * @param count    packets, at least.
 * @param isGso    whether many leave in one piece, or each by itself.
 * @param rate     packets a second; 0 for as many as go.
 * @param firstQpn first of the numbers that they name by turns.
 * @param isFresh  whether each is copied and its ICRC computed when it is sent.
 */
record Burst(int length, int count, boolean isGso, int rate, int firstQpn, int qpns, boolean isFresh)
{
    /** The program ends itself before. */
    private static final long PATIENCE_S = 40;

    /**
     * What was sent.
     *
     * @param packets that left.
     * @param piece   packets that left together.
     * @param ns      that it took.
     * @param cpuNs   of processor time.
     */
    record Sent(long packets, int piece, double ns, double cpuNs)
    {
        /** With what was sent at the same time, in pieces alike. */
        Sent plus(final Sent other)
        {
            return new Sent(packets + other.packets, piece, Math.max(ns, other.ns), cpuNs + other.cpuNs);
        }
    }

    /** Sends it; returns when the last one has left. */
    Sent send(final Bench bench, final InetAddress from, final InetSocketAddress to) throws IOException
    {
        if (bench.programs().absence(CProgram.FLOOD) != null)
        {
            return JavaBurst.send(this, from, to);
        }
        try (CRun run = CRun.start(
            bench.programs().built(CProgram.FLOOD),
            bench.cores().sender(),
            Addresses.format(to.getAddress()),
            to.getPort(),
            Addresses.format(from),
            length,
            count,
            isGso ? "g" : "s",
            rate,
            firstQpn,
            qpns,
            isFresh ? 1 : 0))
        {
            final Map<String, Double> figures = run.awaitFigures(PATIENCE_S);
            return new Sent(
                figures.get("sent").longValue(),
                figures.get("piece").intValue(),
                figures.get("ns"),
                figures.get("cpu_ns"));
        }
    }
}
