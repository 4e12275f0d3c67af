package io.roce.tools.reuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsException;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of which it is known how every single packet must end. */
class ChurnRunTest
{
    private static final int ENDS = 500;

    /** Through RESET to the one peer there is, with the one PSN there is: nothing is left that could stop a packet. */
    @ParameterizedTest
    @CsvSource({
        "RC_SEND, WRONG", "RC_WRITE, KEY", "RC_WRITE_SHARED, WRONG", "RC_READ, KEY", "RC_READ_SHARED, WRONG",
        "UC_SEND, WRONG", "UC_WRITE, KEY", "UC_WRITE_SHARED, WRONG", "UD_SEND, WRONG"
    })
    void shouldStopNothingWithoutAnyGuardButTheKey(final StalePacket packet, final Outcome expected)
        throws VerbsException
    {
        final Scenario scenario = scenario().packet(packet).comeback(Comeback.RESET);

        assertEquals(ENDS, count(scenario, expected));
    }

    /** Four receive what one asks for in a row: three that follow have the next PSNs. */
    @Test
    void shouldDeliverAWholeReplayOnceItsPsnFits() throws VerbsException
    {
        final Scenario scenario = scenario().sender(Sender.REPLAY).comeback(Comeback.RESET);

        assertEquals(ENDS * 16L, count(scenario, Outcome.WRONG));
    }

    @ParameterizedTest
    @EnumSource(AllocationOrder.class)
    void shouldStopEverythingByALongerQuarantine(final AllocationOrder order) throws VerbsException
    {
        final Scenario scenario = scenario().order(order).holdFor(0.2);

        assertEquals(ENDS, count(scenario, Outcome.QUARANTINED));
    }

    @Test
    void shouldStopEverythingByALongerResetHold() throws VerbsException
    {
        final Scenario scenario = scenario().comeback(Comeback.RESET).holdFor(0.2);

        assertEquals(ENDS, count(scenario, Outcome.STATE));
        for (final Batch batch : run(scenario))
        {
            assertEquals(batch.asked(), batch.refused());
            assertEquals(0.2 * batch.waits(), batch.waitedSeconds(), 1e-9);
        }
    }

    /** A count or time that is over lets numbers go, and what comes then is told apart. */
    @Test
    void shouldFindNumbersFreeBehindAShorterQuarantine() throws VerbsException
    {
        final Scenario scenario = scenario().pressure(0.01).holdFor(0.05);

        assertTrue(count(scenario, Outcome.UNALLOCATED) > 0);
        assertEquals(ENDS, Arrays.stream(Outcome.values()).mapToLong(outcome -> count(scenario, outcome)).sum());
    }

    @Test
    void shouldBeTheSameRunWithTheSameSeed() throws VerbsException
    {
        final Scenario scenario = new Scenario(
            32, 0.5, 200, 3, 1, StalePacket.RC_SEND, Sender.GUESSER, Delay.exponential("exp:50ms", 0.05, 1),
            Comeback.REISSUE, AllocationOrder.RANDOM, QuarantinePolicy.ofTime(10_000_000));

        assertEquals(counts(scenario, 1), counts(scenario, 1));
        assertTrue(!counts(scenario, 1).equals(counts(scenario, 2)));
    }

    private static String counts(final Scenario scenario, final long seed) throws VerbsException
    {
        final StringBuilder text = new StringBuilder();
        for (final Batch batch : new ChurnRun(scenario, ENDS, seed).run())
        {
            for (final Measure measure : Measure.values())
            {
                text.append(measure.sum(batch)).append(' ').append(measure.trials(batch)).append(' ');
            }
        }
        return text.toString();
    }

    private static long count(final Scenario scenario, final Outcome outcome)
    {
        try
        {
            return Arrays.stream(run(scenario)).mapToLong(batch -> batch.count(outcome)).sum();
        }
        catch (final VerbsException e)
        {
            throw new IllegalStateException(e);
        }
    }

    private static Batch[] run(final Scenario scenario) throws VerbsException
    {
        return new ChurnRun(scenario, ENDS, 5).run();
    }

    private static Scenario scenario()
    {
        return new Scenario(
            64, 0.25, 100, 1, 0, StalePacket.RC_SEND, Sender.OLD_PEER, Delay.fixed("fixed:100ms", 0.1),
            Comeback.REISSUE, AllocationOrder.CYCLIC, QuarantinePolicy.NONE);
    }
}
