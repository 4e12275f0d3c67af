package io.roce.nic.trace;

import io.roce.nic.qp.QpType;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class QpnHistoryTest
{
    private final QpnHistory history = new QpnHistory();

    @Test
    void shouldAnswerTheLivesOfANumberLatestFirst()
    {
        final QpnLife first = life(0x11, 1);
        final QpnLife second = life(0x11, 5);
        assertEquals(List.of(), history.of(0x11));
        history.add(first);
        history.add(life(0x12, 2));
        history.add(second);
        assertEquals(List.of(second, first), history.of(0x11));
        assertEquals(List.of(), history.of(0x13));
    }

    @Test
    void shouldForgetTheOldestFirst()
    {
        history.add(life(0x11, 1));
        final QpnLife second = life(0x11, 2);
        history.add(second);
        for (int i = 2; i < QpnHistory.CAPACITY; i++)
        {
            history.add(life(0x12, 1 + i));
        }
        assertEquals(2, history.of(0x11).size());

        history.add(life(0x12, 1 << 20));
        assertEquals(List.of(second), history.of(0x11));
        assertEquals(QpnHistory.CAPACITY - 1, history.of(0x12).size());
    }

    private static QpnLife life(final int qpn, final long generation)
    {
        return new QpnLife(qpn, generation, QpType.RC, 0, generation, null);
    }
}
