package io.roce.nic.transport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SavedResponsesTest
{
    private final SavedResponses saved = new SavedResponses();

    /** A queue pair in SQD is given another max_dest_rd_atomic; the connection goes on. */
    @ParameterizedTest
    @CsvSource({"3, 5", "3, 1", "5, 3", "4, 4", "3, 8"})
    void shouldKeepWhatIsSavedUnderAnotherLimit(final int before, final int after)
    {
        saved.reset(before);
        for (int psn = 0; psn < 7; psn++)
        {
            saved.add().setAtomic(psn, psn, 1, 0, psn);
        }
        saved.limit(after);

        for (int psn = 0; psn < 7; psn++)
        {
            final SavedResponse found = saved.find(psn);
            if (psn < 7 - before)
            {
                assertNull(found);
            }
            else
            {
                assertEquals(psn, found.originalData());
            }
        }
        int accepted = 0;
        while (saved.hasRoom())
        {
            final SavedResponse next = saved.add();
            next.setAtomic(100 + accepted, 0, 1, 0, 0);
            next.due(false, 100 + accepted, 0, 8);
            accepted++;
        }
        assertEquals(after, accepted);
    }

    @Test
    void shouldWaitForAnswersThatWereDueUnderALargerLimit()
    {
        saved.reset(3);
        final SavedResponse[] entries = new SavedResponse[3];
        for (int psn = 0; psn < 3; psn++)
        {
            entries[psn] = saved.add();
            entries[psn].setAtomic(psn, psn, 1, 0, psn);
            entries[psn].due(false, psn, 0, 8);
        }
        saved.limit(2);
        for (int answered = 0; answered < 2; answered++)
        {
            assertFalse(saved.hasRoom());
            assertSame(entries[answered], saved.firstDue());
            entries[answered].endDue();
        }
        assertTrue(saved.hasRoom());
        saved.limit(0);
        assertFalse(saved.hasRoom());
    }
}
