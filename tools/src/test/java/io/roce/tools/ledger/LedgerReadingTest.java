package io.roce.tools.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.util.Map;

import org.junit.jupiter.api.Test;

class LedgerReadingTest
{
    private static final String BEFORE = "{'received':10,'injected':0,'held':0,'kernel_drops':1,'fates':[" +
        "{'fate':'ICRC_MISMATCH','count':4},{'fate':'DELIVERED_REQUEST','count':6}]}";
    private static final String AFTER = "{'received':17,'injected':2,'held':1,'kernel_drops':4,'fates':[" +
        "{'fate':'ICRC_MISMATCH','count':4},{'fate':'DELIVERED_REQUEST','count':13},{'fate':'NEW_FATE','count':1}]}";

    @Test
    void shouldTellWhatGrewAndNothingElse() throws IOException
    {
        final LedgerDifference difference = read(AFTER).since(read(BEFORE));

        assertEquals(7, difference.received());
        assertEquals(2, difference.injected());
        assertEquals(3, difference.kernelDrops());
        assertEquals(Map.of("DELIVERED_REQUEST", 7L, "NEW_FATE", 1L), difference.fates());
        assertTrue(difference.isBalanced(), "17 + 2 = 4 + 13 + 1 + 1");
    }

    @Test
    void shouldSayThatALedgerDoesNotBalance() throws IOException
    {
        assertTrue(read(BEFORE).isBalanced());
        assertFalse(read(BEFORE.replace("'received':10", "'received':11")).isBalanced());
        assertFalse(read(AFTER.replace("'held':1", "'held':0")).isBalanced());
    }

    @Test
    void shouldNotKnowKernelDropsThatOneReadingLacks() throws IOException
    {
        final LedgerReading unknown = read(BEFORE.replace("'kernel_drops':1,", ""));

        assertEquals(LedgerReading.UNKNOWN, unknown.kernelDrops());
        assertEquals(LedgerReading.UNKNOWN, read(AFTER).since(unknown).kernelDrops());
        assertEquals(0, read(AFTER).since(unknown).knownKernelDrops());
    }

    @Test
    void shouldNameTheFateOfASingleDatagramOnly()
    {
        assertEquals("ICRC_MISMATCH", new LedgerDifference(1, 0, Map.of("ICRC_MISMATCH", 1L), 0, true).onlyFate());
        assertNull(new LedgerDifference(2, 0, Map.of("ICRC_MISMATCH", 2L), 0, true).onlyFate());
        assertNull(
            new LedgerDifference(2, 0, Map.of("ICRC_MISMATCH", 1L, "QPN_MULTICAST", 1L), 0, true).onlyFate());
        assertNull(new LedgerDifference(0, 0, Map.of(), 0, true).onlyFate());
    }

    static LedgerReading read(final String json) throws IOException
    {
        return LedgerReading.of(new ObjectMapper().readTree(json.replace('\'', '"')));
    }
}
