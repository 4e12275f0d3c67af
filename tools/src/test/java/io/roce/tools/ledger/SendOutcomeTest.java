package io.roce.tools.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class SendOutcomeTest
{
    @Test
    void shouldSayNothingMoreWhenTheCountsAreExact()
    {
        final SendOutcome outcome = outcome(3, 3, 0, true);

        assertTrue(outcome.isExact());
        assertTrue(outcome.isAccountedFor());
        assertEquals(
            List.of("         3  QPN_MULTICAST                  DestQP is 0xFFFFFF: multicast is not served."),
            outcome.lines());
    }

    @Test
    void shouldSayThatOtherTrafficIsCountedIn()
    {
        final SendOutcome outcome = outcome(3, 5, 0, true);

        assertFalse(outcome.isExact());
        assertTrue(outcome.isAccountedFor());
        assertTrue(outcome.lines().get(1).contains("2 more than were sent here"), outcome.lines().get(1));
    }

    @Test
    void shouldSayWhatTheKernelDropped()
    {
        final SendOutcome outcome = outcome(3, 1, 7, true);

        assertFalse(outcome.isAccountedFor());
        assertTrue(outcome.lines().get(1).startsWith("2 of 3 did not reach the node"), outcome.lines().get(1));
        assertTrue(outcome.lines().get(1).contains("kernel dropped 2 "), outcome.lines().get(1));
    }

    @Test
    void shouldSayThatKernelDropsAreNotKnown()
    {
        final String doubt = outcome(3, 1, LedgerReading.UNKNOWN, true).lines().get(1);

        assertTrue(doubt.contains("does not say what its kernel dropped"), doubt);
    }

    @Test
    void shouldNotCountAsAccountedForWhenTheLedgerDoesNotBalance()
    {
        assertFalse(outcome(3, 3, 0, false).isAccountedFor());
    }

    @Test
    void shouldTellProgramsTheSame()
    {
        assertEquals(
            "{\"sent\":3,\"accounted\":true,\"ledger_difference\":{\"received\":5,\"injected\":0," +
                "\"fates\":{\"QPN_MULTICAST\":5},\"kernel_drops\":null,\"exact\":false,\"balanced\":true}}",
            outcome(3, 5, LedgerReading.UNKNOWN, true).json().toString());
        assertEquals(
            "{\"sent\":3,\"accounted\":true,\"ledger_difference\":null,\"unknown_because\":\"nobody there\"}",
            new SendOutcome(3, null, "nobody there").json().toString());
    }

    private static SendOutcome outcome(
        final long sent, final long received, final long kernelDrops, final boolean isBalanced)
    {
        return new SendOutcome(
            sent, new LedgerDifference(received, 0, Map.of("QPN_MULTICAST", received), kernelDrops, isBalanced), null);
    }
}
