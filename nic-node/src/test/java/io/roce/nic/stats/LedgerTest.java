package io.roce.nic.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LedgerTest
{
    private final Ledger ledger = new Ledger();

    @Test
    void shouldBalanceWhenEveryDatagramHasEnded()
    {
        assertTrue(ledger.snapshot().isBalanced());

        ledger.onReceived();
        assertFalse(ledger.snapshot().isBalanced());

        ledger.count(Fate.QPN_QUARANTINED);
        assertTrue(ledger.snapshot().isBalanced());

        ledger.count(Fate.QPN_QUARANTINED);
        assertFalse(ledger.snapshot().isBalanced());
    }

    @Test
    void shouldCountDuplicatesInAndWhatIsHeldOut()
    {
        assertTrue(new LedgerSnapshot(5, 2, 3, new long[]{1, 3}, 0, 0).isBalanced());
        assertFalse(new LedgerSnapshot(5, 2, 0, new long[]{1, 3}, 0, 0).isBalanced());
    }

    @Test
    void shouldPrintTheAccount()
    {
        assertEquals("received 0 + injected 0 = fates 0 + held 0", ledger.snapshot().toString());

        ledger.onReceived();
        ledger.onReceived();
        ledger.onReceived();
        ledger.onInjected();
        ledger.onHeld();
        ledger.count(Fate.QPN_UNALLOCATED);
        ledger.count(Fate.ICRC_MISMATCH);
        assertEquals(
            "received 3 + injected 1 != fates 2 + held 1: 1 ICRC_MISMATCH, 1 QPN_UNALLOCATED",
            ledger.snapshot().toString());
        ledger.count(Fate.QPN_UNALLOCATED);
        assertEquals(
            "received 3 + injected 1 = fates 3 + held 1: 1 ICRC_MISMATCH, 2 QPN_UNALLOCATED",
            ledger.snapshot().toString());
    }

    @Test
    void shouldGiveSnapshotsThatStayAsTheyWere()
    {
        final LedgerSnapshot before = ledger.snapshot();

        ledger.onReceived();
        ledger.count(Fate.ICRC_MISMATCH);
        ledger.onIcrcExact();
        ledger.onIcrcInferred();
        ledger.onIcrcInferred();

        final LedgerSnapshot after = ledger.snapshot();
        assertEquals(0, before.count(Fate.ICRC_MISMATCH));
        assertEquals(0, before.received());
        assertEquals(1, after.count(Fate.ICRC_MISMATCH));
        assertEquals(0, after.count(Fate.DELIVERED_REQUEST));
        assertEquals(1, after.icrcExact());
        assertEquals(2, after.icrcInferred());
    }
}
