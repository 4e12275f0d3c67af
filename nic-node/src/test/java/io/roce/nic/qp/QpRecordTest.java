package io.roce.nic.qp;

import java.util.BitSet;

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
        assertTrue(QpRecord.P_KEY_OFFSET + Short.BYTES <= 64);
        assertTrue(QpRecord.PORT_NUM_OFFSET + Byte.BYTES <= 64);
        assertTrue(QpRecord.SGID_INDEX_OFFSET + Byte.BYTES <= 64);
        assertTrue(QpRecord.Q_KEY_OFFSET + Integer.BYTES <= 64);
        assertTrue(QpRecord.SERVICE_SLOT_OFFSET + Integer.BYTES <= 64);
        assertEquals(QpRecord.LENGTH, 256);
    }

    @Test
    void shouldHaveAPlaceOfItsOwnForEveryNumber()
    {
        final BitSet taken = new BitSet();
        taken.set(QpRecord.P_KEY_OFFSET, QpRecord.P_KEY_OFFSET + Short.BYTES);
        for (final QpAttribute attribute : QpAttribute.values())
        {
            if (attribute != QpAttribute.DGID)
            {
                final int start = QpRecord.valueOffset(attribute);
                final int end = start + QpRecord.valueLength(attribute);
                assertTrue(taken.get(start, end).isEmpty(), attribute.label());
                assertTrue(start >= 68 && end <= 128 || start >= 32 && end <= 40, attribute.label());
                taken.set(start, end);
            }
        }
    }
}
