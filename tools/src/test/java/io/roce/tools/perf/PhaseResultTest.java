package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.stats.Fate;
import io.roce.tools.ledger.LedgerDifference;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Figures from counts. MTU 1024. */
class PhaseResultTest
{
    private static final double EXACT = 1e-9;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** 100 packets of a message: the last asks for an acknowledgement, and the 66th. */
    @Test
    void shouldCountPacketsBeyondThoseThatWereNeeded() throws IOException
    {
        assertEquals(0, bandwidth("", 102_400, 10, account(1_000), account(20)).extraPackets());
        assertEquals(7, bandwidth("", 102_400, 10, account(1_005), account(22)).extraPackets());
        assertEquals(0, bandwidth("", 66 * 1_024, 10, account(660), account(10)).extraPackets());
        assertEquals(3, bandwidth("'op': 'read'", 2_049, 10, account(11), account(32)).extraPackets());
        assertEquals(1, bandwidth("'op': 'atomic'", 8, 10, account(10), account(11)).extraPackets());
        assertEquals(0, bandwidth("'connection': 'UC'", 8, 10, account(500), account(0)).extraPackets());
    }

    /** A message there and one back, and an acknowledgement of each. */
    @Test
    void shouldCountBothWaysOfARoundTrip() throws IOException
    {
        final PerfPhase phase = new PerfPhase(PerfTest.LATENCY, 2_048, false);
        assertEquals(1, result("", phase, 10, account(30), account(31), 10).extraPackets());
        assertEquals(1, result("'op': 'read'", phase, 10, account(10), account(21), 10).extraPackets());
    }

    /** A process that is stopped for a while sees its answer late, however patient it is. */
    @Test
    void shouldTakeALatencyLongerThanAnybodyWaits()
    {
        final Histogram latencyNs = FetchRun.newHistogram();
        latencyNs.recordValue(120 * SECOND_NS);
        assertEquals(120.0 * SECOND_NS, latencyNs.getMaxValue(), 0.12 * SECOND_NS);
    }

    @Test
    void shouldCountWhatHasNotArrived() throws IOException
    {
        final EndAccount here = account(100, 90, Map.of(), 5);
        final EndAccount there = account(92, 97, Map.of(Fate.FAULT_DROPPED.name(), 4L), 0);
        assertEquals(5 + 3 + 4 + 2, bandwidth("", 8, 10, here, there).lostPackets());
    }

    @Test
    void shouldTakeLossOffTheFigures() throws IOException
    {
        final PerfPhase phase = new PerfPhase(PerfTest.BANDWIDTH, 1_000, false);
        final PhaseResult sends = result("'op': 'send', 'connection': 'UC'", phase, 200, account(200), account(0), 140);
        assertEquals(0.3, sends.lostPart(), EXACT);
        assertEquals(140, sends.messagesPerS(), EXACT);

        // Of 2 packets each.
        final EndAccount there = account(0, 300, Map.of(Fate.REQUEST_EXECUTED.name(), 300L), 0);
        final PhaseResult writes = bandwidth("'connection': 'UC'", 2_000, 200, account(400), there);
        assertEquals(0.25, writes.lostPart(), EXACT);
        assertEquals(150, writes.messagesPerS(), EXACT);

        assertEquals(0, bandwidth("", 2_000, 200, account(400), there).lostPart(), "RC sends it again");
    }

    @Test
    void shouldCountRnrNaksOfBothEnds() throws IOException
    {
        final EndAccount here = account(0, 0, Map.of(Fate.RNR_NAK.name(), 2L), 0);
        final EndAccount there = account(0, 0, Map.of(Fate.RNR_NAK.name(), 3L, Fate.RESPONSE_RNR_NAK.name(), 2L), 0);
        assertEquals(5, bandwidth("'op': 'send'", 8, 10, here, there).rnrNaks());
    }

    private static PhaseResult bandwidth(
        final String fields, final int size, final long messages, final EndAccount here, final EndAccount there)
        throws IOException
    {
        return result(
            fields, new PerfPhase(PerfTest.BANDWIDTH, size, false), messages, here, there, ServedPhase.UNKNOWN);
    }

    private static PhaseResult result(
        final String fields,
        final PerfPhase phase,
        final long messages,
        final EndAccount here,
        final EndAccount there,
        final long received) throws IOException
    {
        final PerfPlan plan = PlanJson.read(PlanJsonTest.plan(fields));
        return new PhaseResult(
            plan,
            phase,
            MessageLayout.of(plan, phase),
            new Measured(new long[]{messages}, SECOND_NS, messages, null, 0, new Verification()),
            here,
            new ServedPhase(received, new Verification(), there),
            false);
    }

    private static EndAccount account(final long sent)
    {
        return account(sent, 1_000_000, Map.of(), 0);
    }

    private static EndAccount account(
        final long sent, final long received, final Map<String, Long> fates, final long sendFailures)
    {
        return new EndAccount(new LedgerDifference(received, 0, fates, 0, true), sent, sendFailures);
    }
}
