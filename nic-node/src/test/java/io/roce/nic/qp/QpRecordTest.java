package io.roce.nic.qp;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpRecordTest
{
    @Test
    void shouldHaveEverythingThatAdmissionReadsInTheFirstCacheLine()
    {
        assertTrue(QpRecord.STATE_WORD_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.PEER_HIGH_OFFSET + Long.BYTES <= 64);
        assertTrue(QpRecord.PEER_LOW_OFFSET + Long.BYTES <= 64);
        assertTrue(QpRecord.P_KEY_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.Q_KEY_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.REFUSED_OFFSET + Long.BYTES <= 64);
        assertEquals(128, QpRecord.valueOffset(QpAttribute.MAX_RD_ATOMIC) + Integer.BYTES, "line 1 is full");
        assertEquals(QpRecord.LENGTH, 256);
    }
}
