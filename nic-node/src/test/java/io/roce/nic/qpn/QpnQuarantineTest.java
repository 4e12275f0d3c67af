package io.roce.nic.qpn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QpnQuarantineTest
{
    private static final long TIME_NS = 500;
    private static final int STALE_QPN = 0xDEAD;

    private final List<Integer> released = new ArrayList<>();

    /** The last one comes to Long.MIN_VALUE exactly; a clock may show any value. */
    @ParameterizedTest
    @ValueSource(longs = {
        0, -TIME_NS, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - TIME_NS, Long.MAX_VALUE - TIME_NS + 1})
    void shouldLetGoAtTheDeadlineAndNotBefore(final long nowNs)
    {
        final QpnQuarantine quarantine = new QpnQuarantine(TIME_NS);
        quarantine.add(STALE_QPN, nowNs);
        assertEquals(1, quarantine.size());
        assertEquals(TIME_NS, quarantine.remainingNs(1, nowNs));

        assertEquals(0, quarantine.releaseExpired(nowNs + TIME_NS - 1, released::add));
        assertEquals(1, quarantine.remainingNs(1, nowNs + TIME_NS - 1));
        assertEquals(List.of(), released);

        assertEquals(0, quarantine.remainingNs(1, nowNs + TIME_NS));
        assertEquals(1, quarantine.releaseExpired(nowNs + TIME_NS, released::add));
        assertEquals(List.of(STALE_QPN), released);
        assertEquals(0, quarantine.size());
        assertEquals(nowNs + TIME_NS, quarantine.untilNs(nowNs));
    }

    @Test
    void shouldHoldNothingBackWithATimeOfZero()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(0);
        quarantine.add(STALE_QPN, 77);
        assertEquals(1, quarantine.releaseExpired(77, released::add));
        assertEquals(1, quarantine.entered());
        assertEquals(1, quarantine.released());
    }

    @Test
    void shouldRefuseANegativeTime()
    {
        assertThrows(IllegalArgumentException.class, () -> new QpnQuarantine(-1));
    }

    @Test
    void shouldSayWhenSoManyHaveLeft()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(TIME_NS);
        quarantine.add(1, 0);
        quarantine.add(2, 30);
        quarantine.add(3, 31);
        assertEquals(400, quarantine.remainingNs(1, 100));
        assertEquals(430, quarantine.remainingNs(2, 100));
        assertEquals(431, quarantine.remainingNs(3, 100));
        assertThrows(IllegalArgumentException.class, () -> quarantine.remainingNs(4, 100));
        assertThrows(IllegalArgumentException.class, () -> quarantine.remainingNs(0, 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldDoAsANaiveQueueDoes(final long seed)
    {
        final Random random = new Random(seed);
        final QpnQuarantine quarantine = new QpnQuarantine(TIME_NS);
        final Deque<long[]> model = new ArrayDeque<>();
        long nowNs = Long.MAX_VALUE - 5_000;
        for (int i = 0; i < 50_000; i++)
        {
            final String step = "seed " + seed + ", step " + i;
            nowNs += random.nextInt(4);
            if (random.nextInt(3) > 0)
            {
                quarantine.add(i, nowNs);
                model.add(new long[]{i, nowNs + TIME_NS});
            }
            else if (random.nextInt(50) == 0)
            {
                final List<Integer> expected = new ArrayList<>();
                while (!model.isEmpty() && model.peek()[1] - nowNs <= 0)
                {
                    expected.add((int)model.poll()[0]);
                }
                released.clear();
                assertEquals(expected.size(), quarantine.releaseExpired(nowNs, released::add), step);
                assertEquals(expected, released, step);
            }
            assertEquals(model.size(), quarantine.size(), step);
        }
        released.clear();
        quarantine.forEach(released::add);
        assertEquals(model.stream().map(entry -> (int)entry[0]).toList(), released);
        assertEquals(quarantine.entered() - quarantine.released(), quarantine.size());
    }
}
