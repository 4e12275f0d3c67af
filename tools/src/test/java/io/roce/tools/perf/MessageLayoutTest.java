package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.BitSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLayoutTest
{
    /** The 40 bytes that stand in front of a UD message. */
    private static final int GRH_LENGTH = 40;

    @ParameterizedTest
    @ValueSource(strings = {
        "'op': 'write', 'qp': 3, 'tx_depth': 5, 'size': 100",
        "'op': 'send', 'qp': 3, 'tx_depth': 5, 'rx_depth': 7, 'size': 65",
        "'op': 'send', 'connection': 'UD', 'qp': 2, 'tx_depth': 5, 'rx_depth': 7, 'size': 64",
        "'op': 'atomic', 'qp': 4, 'tx_depth': 3"
    })
    void shouldGiveEveryMessageOnItsWayAPlaceOfItsOwn(final String fields) throws IOException
    {
        final PerfPlan plan = PlanJson.read(PlanJsonTest.plan(fields));
        for (final PerfPhase phase : plan.phases())
        {
            final MessageLayout layout = MessageLayout.of(plan, phase);
            final BitSet taken = new BitSet();
            for (int qp = 0; qp < layout.qps(); qp++)
            {
                for (int i = 0; i < layout.outSlots(); i++)
                {
                    take(taken, layout.out(qp, i), phase.size());
                    assertEquals(layout.out(qp, i), layout.out(qp, i + 10L * layout.outSlots()));
                }
                for (int i = 0; i < layout.inSlots(); i++)
                {
                    take(taken, layout.in(qp, i), layout.headroom() + phase.size());
                    assertEquals(layout.in(qp, i), layout.in(qp, i + 10L * layout.inSlots()));
                }
            }
            assertTrue(taken.length() <= layout.bytes(), "the last byte is " + taken.length());
        }
    }

    @Test
    void shouldHaveAsManyPlacesAsWereAskedFor() throws IOException
    {
        final PerfPlan plan = PlanJson.read(PlanJsonTest.plan("'op': 'send', 'qp': 3"));
        final MessageLayout bandwidth = MessageLayout.of(plan, new PerfPhase(PerfTest.BANDWIDTH, 1_000, false));
        assertEquals(3, bandwidth.qps());
        assertEquals(128, bandwidth.outSlots());
        assertEquals(512, bandwidth.inSlots());
        final MessageLayout latency = MessageLayout.of(plan, new PerfPhase(PerfTest.LATENCY, 1_000, false));
        assertEquals(1, latency.qps());
        assertEquals(1, latency.outSlots());
    }

    /** 32 MiB for each direction hold 4 messages of 8 MiB, or one for each of 8. */
    @Test
    void shouldHaveFewerPlacesForLargeMessages() throws IOException
    {
        final PerfPhase phase = new PerfPhase(PerfTest.BANDWIDTH, 8 << 20, false);
        assertEquals(4, MessageLayout.of(PlanJson.read(PlanJsonTest.plan("")), phase).outSlots());
        final MessageLayout many = MessageLayout.of(PlanJson.read(PlanJsonTest.plan("'qp': 8")), phase);
        assertEquals(1, many.outSlots());
        assertEquals(16L * (8 << 20), many.bytes());
    }

    /** A completion queue holds 131,072. */
    @Test
    void shouldNotHaveMoreOnTheirWayThanCanComplete() throws IOException
    {
        final PerfPlan plan = PlanJson.read(PlanJsonTest.plan("'op': 'send', 'qp': 1024, 'size': 2"));
        final MessageLayout layout = MessageLayout.of(plan, new PerfPhase(PerfTest.BANDWIDTH, 2, false));
        assertEquals(128, layout.outSlots());
        assertEquals(128, layout.inSlots(), "not the 512 that were asked for");
    }

    @Test
    void shouldLeaveRoomInFrontOfDatagrams() throws IOException
    {
        final PerfPlan plan = PlanJson.read(PlanJsonTest.plan("'op': 'send', 'connection': 'UD'"));
        assertEquals(
            GRH_LENGTH, MessageLayout.of(plan, new PerfPhase(PerfTest.LATENCY, 1_024, false)).headroom());
    }

    private static void take(final BitSet taken, final int offset, final int length)
    {
        assertEquals(0, offset % Long.BYTES, "atomics need it");
        assertTrue(taken.get(offset, offset + length).isEmpty(), "taken twice: " + offset);
        taken.set(offset, offset + length);
    }
}
