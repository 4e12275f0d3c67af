package io.roce.tools.reuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known without the forms: tables of Erlang's, pools of one number, times before anything can happen again. */
class ClosedFormsTest
{
    private static final Delay ONE_SECOND = Delay.fixed("fixed:1s", 1);

    @Test
    void shouldLoseAsErlangsTablesSay()
    {
        assertEquals(0.2, ErlangLoss.lost(2, 1), 1e-12);
        assertEquals(0.018385, ErlangLoss.lost(10, 5), 1e-6);
        // 4.4612 and 12.031 erlangs are what 10 and 20 places take with 1 % lost.
        assertEquals(0.01, ErlangLoss.lost(10, 4.4612), 1e-6);
        assertEquals(0.01, ErlangLoss.lost(20, 12.031), 5e-6);
    }

    @Test
    void shouldWaitForTheFirstOfMany()
    {
        // Memoryless lives alone: the first of ten ends ten times as soon.
        assertEquals(0.05, ErlangLoss.meanWait(10, 0.5, 0), 1e-12);
        // One place that is hardly ever alive, and held for 1 s: half of that is left.
        assertEquals(0.5, ErlangLoss.meanWait(1, 1e-9, 1), 1e-6);
    }

    /** A number that is the only one: two states, whatever the order. */
    @ParameterizedTest
    @EnumSource(value = AllocationOrder.class, names = {"LOWEST", "RANDOM"})
    void shouldReckonAPoolOfOneNumber(final AllocationOrder order)
    {
        final Scenario scenario = scenario(1, 0.8, 2, order, QuarantinePolicy.NONE);

        final Afterlife afterlife = new Afterlives().of(scenario);

        final double come = 2;
        final double go = 1 / 0.4;
        for (final int i : new int[]{0, 500, 1_000, 2_000})
        {
            final double at = i * afterlife.step();
            assertEquals(come / (come + go) * -Math.expm1(-(come + go) * at), afterlife.live()[i], 1e-9);
        }
    }

    /** The lowest of many numbers that are mostly free is taken by the next one that comes. */
    @Test
    void shouldTakeTheLowestAtOnceWhereHardlyAnythingLives()
    {
        final Scenario scenario = scenario(64, 1e-5, 2, AllocationOrder.LOWEST, QuarantinePolicy.NONE);

        final Afterlife afterlife = new Afterlives().of(scenario);

        // It lives 0.32 ms and one comes each 500 ms: the part of time that it lives is the load.
        assertEquals(64e-5, afterlife.live()[2_000], 1e-5);
    }

    @Test
    void shouldReckonALargePoolInRandomOrder()
    {
        // Free for 1 s in the mean and alive for 1 s: two states again, but for a hold that is as good as none.
        final Scenario scenario = scenario(4_096, 0.5, 2_048, AllocationOrder.RANDOM, QuarantinePolicy.ofTime(1));

        final Afterlife afterlife = new Afterlives().of(scenario);

        assertEquals(0.5 * -Math.expm1(-2), afterlife.live()[2_000], 2e-4);
        assertEquals(0.5 * -Math.expm1(-1), afterlife.live()[1_000], 2e-4);
    }

    @Test
    void shouldReckonACycleOfResets()
    {
        final Scenario scenario = scenario(10, 0.5, 10, AllocationOrder.CYCLIC, QuarantinePolicy.ofTime(600_000_000))
            .comeback(Comeback.RESET);

        final Afterlife afterlife = new Afterlives().of(scenario);

        // Alive for 500 ms in the mean, and no second time within 1 s.
        assertEquals(0, afterlife.live()[1_199]);
        assertEquals(Math.exp(-0.4 / 0.5), afterlife.live()[2_000], 1e-9);
    }

    @Test
    void shouldHoldForACountOfOthers()
    {
        // Until the second of those that come once a second: 1 - e^-t (1 + t).
        final Hold hold = new Hold(0, 2, 1);
        assertEquals(1 - 2 * Math.exp(-1), hold.over(1), 1e-12);
        assertEquals(2, hold.mean(), 1e-12);
        assertEquals(0, new Hold(3, 2, 1).over(2.9));
        assertEquals(1 - 4 * Math.exp(-3), new Hold(3, 2, 1).over(3), 1e-12);
        assertEquals(5, new Hold(5, 0, 1).mean());
        // Past a fixed second a delay of a second is over, and one that is a little shorter is not.
        assertEquals(1, new Hold(1, 0, 1).over(ONE_SECOND), 1e-9);
        assertEquals(0, new Hold(1.0001, 0, 1).over(ONE_SECOND), 1e-9);
        assertEquals(Math.exp(-0.3) - Math.exp(-1), new Hold(0.3, 0, 1)
            .over(Delay.exponential("exp:1s", 1, 1)) * -Math.expm1(-1), 1e-4);
    }

    /** Every packet ends in one way. */
    @ParameterizedTest
    @EnumSource(StalePacket.class)
    void shouldSumUpToOne(final StalePacket packet)
    {
        for (final AllocationOrder order : AllocationOrder.values())
        {
            for (final QuarantinePolicy quarantine : new QuarantinePolicy[]{
                QuarantinePolicy.NONE, QuarantinePolicy.ofTime(200_000_000), QuarantinePolicy.ofTime(2_000_000_000)})
            {
                for (final Comeback comeback : Comeback.values())
                {
                    sumsUp(scenario(64, 0.5, 50, order, quarantine).packet(packet).psnBits(3).comeback(comeback));
                }
            }
        }
    }

    private static void sumsUp(final Scenario scenario)
    {
        final Map<Measure, Prediction> predictions = ClosedForms.of(scenario, new Afterlives());
        double sum = 0;
        for (final Measure measure : Measure.values())
        {
            final Form form = predictions.get(measure).form();
            if (measure.outcome() != null && (form == Form.BOUND || form == Form.NONE))
            {
                return;
            }
            sum += measure.outcome() == null ? 0 : predictions.get(measure).value();
        }
        assertEquals(1, sum, 1e-6, scenario.toString());
        assertTrue(predictions.containsKey(Measure.REFUSED));
    }

    private static Scenario scenario(
        final int pool,
        final double pressure,
        final double churn,
        final AllocationOrder order,
        final QuarantinePolicy quarantine)
    {
        return new Scenario(
            pool, pressure, churn, 4, 0, StalePacket.RC_SEND, Sender.OLD_PEER, ONE_SECOND, Comeback.REISSUE, order,
            quarantine);
    }
}
