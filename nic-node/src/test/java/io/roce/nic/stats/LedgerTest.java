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
