package io.roce.nic.qpn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QpnQuarantineTest
{
    private static final long TIME_NS = 500;
    private static final int STALE_QPN = 0xDEAD;

    private final Told told = new Told();

    /** The last one comes to Long.MIN_VALUE exactly; a clock may show any value. */
    @ParameterizedTest
    @ValueSource(longs = {
        0, -TIME_NS, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - TIME_NS, Long.MAX_VALUE - TIME_NS + 1})
    void shouldLetGoAtTheDeadlineAndNotBefore(final long nowNs)
    {
        final QpnQuarantine quarantine = new QpnQuarantine(0, told);
        quarantine.add(STALE_QPN, nowNs + TIME_NS, nowNs);
        assertEquals(1, quarantine.size());
        assertEquals(TIME_NS, quarantine.nextInNs(nowNs));

        quarantine.onTime(nowNs + TIME_NS - 1);
        assertEquals(1, quarantine.nextInNs(nowNs + TIME_NS - 1));
        assertEquals(List.of(), told.released);

        assertEquals(0, quarantine.nextInNs(nowNs + TIME_NS));
        quarantine.onTime(nowNs + TIME_NS);
        assertEquals(List.of(STALE_QPN), told.released);
        assertEquals(0, quarantine.size());
        assertEquals(-1, quarantine.nextInNs(nowNs + TIME_NS));
    }

    @Test
    void shouldHoldNothingBackWithATimeOfZero()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(0, told);
        quarantine.add(STALE_QPN, 77, 77);
        quarantine.onTime(77);
        assertEquals(List.of(STALE_QPN), told.released);
        assertEquals(1, quarantine.entered());
        assertEquals(1, quarantine.released());
    }

    @Test
    void shouldLetGoInTheOrderOfTimesAndThenOfArrival()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(0, told);
        quarantine.add(1, 400, 0);
        quarantine.add(2, 100, 0);
        quarantine.add(3, 400, 0);
        quarantine.add(4, 50, 0);
        assertEquals(List.of(4, 2, 1, 3), qpns(quarantine, quarantine.firstToYield(4)));
        assertEquals(List.of(4, 2), qpns(quarantine, quarantine.firstToYield(2)));
        assertEquals(4, quarantine.size(), "asking takes nothing out");
        quarantine.onTime(399);
        assertEquals(List.of(4, 2), told.released);
        quarantine.onTime(400);
        assertEquals(List.of(4, 2, 1, 3), told.released);
    }

    @Test
    void shouldLetGoWhenSoManyOthersHaveBeenHandedOut()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(10, told);
        quarantine.add(1, 0, 0);
        quarantine.onAllocated(4);
        quarantine.add(2, 0, 0);
        quarantine.onAllocated(5);
        quarantine.onTime(1_000_000);
        assertEquals(List.of(), told.released);
        assertEquals(-1, quarantine.nextInNs(1_000_000));
        quarantine.onAllocated(1);
        assertEquals(List.of(1), told.released);
        quarantine.onAllocated(100);
        assertEquals(List.of(1, 2), told.released);
        assertEquals(List.of(), told.timeBound);
    }

    @Test
    void shouldLetGoWhenTimeAndCountAreOverWhicheverIsFirst()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(2, told);
        quarantine.add(1, 100, 0);
        quarantine.add(2, 900, 0);
        quarantine.onTime(100);
        assertEquals(List.of(), told.released);
        quarantine.onAllocated(2);
        assertEquals(List.of(1), told.released);
        assertEquals(List.of(2), told.timeBound);
        assertEquals(800, quarantine.nextInNs(100));
        quarantine.onTime(899);
        assertEquals(List.of(1), told.released);
        quarantine.onTime(900);
        assertEquals(List.of(1, 2), told.released);
    }

    @Test
    void shouldYieldFirstWhatOnlyACountHoldsBackAndThenWhoseTimeIsOverFirst()
    {
        final QpnQuarantine quarantine = new QpnQuarantine(100, told);
        quarantine.add(1, 900, 0);
        quarantine.add(2, 300, 0);
        quarantine.onAllocated(100);
        quarantine.add(3, 200, 0);
        quarantine.add(4, 100, 0);
        quarantine.add(5, 500, 0);
        quarantine.onTime(200);
        final int[] entries = quarantine.firstToYield(5);
        assertEquals(List.of(3, 4, 2, 5, 1), qpns(quarantine, entries));
        assertEquals(
            List.of(0L, 0L, 100L, 300L, 700L),
            IntStream.of(entries).mapToObj(entry -> quarantine.remainingNs(entry, 200)).toList());

        quarantine.letGo(entries[0]);
        quarantine.letGo(entries[3]);
        quarantine.letGo(entries[4]);
        assertEquals(List.of(4, 2), qpns(quarantine, quarantine.firstToYield(2)));
        assertEquals(1, quarantine.releasedEarly());
        assertEquals(2, quarantine.stolen());
        assertEquals(List.of(3, 5, 1), told.released);
        quarantine.onAllocated(100);
        quarantine.onTime(300);
        assertEquals(List.of(3, 5, 1, 4, 2), told.released);
        assertEquals(2, quarantine.released());
        assertEquals(5, quarantine.entered());
        assertEquals(0, quarantine.size());
    }

    @ParameterizedTest
    @CsvSource({
        "11, 0, 1", "12, 0, 1", "13, 1, 1", "14, 20, 1", "15, 300, 1",
        "16, 0, 8", "17, 0, 100", "18, 1, 8", "19, 20, 8", "20, 300, 100"})
    void shouldDoAsANaiveListDoes(final long seed, final long count, final int oneInSoManyHasATimeOfItsOwn)
    {
        final Random random = new Random(seed);
        final QpnQuarantine quarantine = new QpnQuarantine(count, told);
        final List<Held> model = new ArrayList<>();
        long nowNs = Long.MAX_VALUE - 5_000;
        long allocations = 0;
        for (int i = 0; i < 50_000; i++)
        {
            final String step = "seed " + seed + ", step " + i;
            switch (random.nextInt(8))
            {
                case 0, 1, 2 ->
                {
                    final boolean isOwn = random.nextInt(oneInSoManyHasATimeOfItsOwn) == 0;
                    final long ownNs = random.nextInt(4) == 0 ? 0 : random.nextInt(3_000);
                    final long untilNs = nowNs + (isOwn ? ownNs : 2_000);
                    quarantine.add(i, untilNs, nowNs);
                    model.add(new Held(i, untilNs, allocations + count));
                }
                case 3 ->
                {
                    final int handedOut = random.nextInt(8);
                    quarantine.onAllocated(handedOut);
                    allocations += handedOut;
                }
                case 4 -> nowNs += random.nextInt(60);
                case 5 ->
                {
                    final int limit = Math.min(model.size(), random.nextInt(20));
                    final int[] entries = quarantine.firstToYield(limit);
                    final List<Held> order = yieldOrder(model, nowNs);
                    assertEquals(
                        order.stream().limit(limit).map(Held::qpn).toList(), qpns(quarantine, entries), step);
                    for (final int entry : entries)
                    {
                        if (random.nextInt(3) == 0)
                        {
                            final int qpn = quarantine.qpn(entry);
                            quarantine.letGo(entry);
                            model.removeIf(held -> held.qpn == qpn);
                            assertTrue(told.released.remove((Object)qpn), step);
                        }
                    }
                }
                default ->
                {
                }
            }
            quarantine.onTime(nowNs);
            final long now = nowNs;
            final long handedOut = allocations;
            model.removeIf(held -> held.isFree(now, handedOut) && told.released.remove((Object)held.qpn));
            assertEquals(List.of(), told.released, step);
            assertEquals(model.size(), quarantine.size(), step);
            assertEquals(
                model.stream()
                    .filter(held -> held.untilCount <= handedOut)
                    .mapToLong(held -> held.untilNs - now)
                    .min()
                    .orElse(-1),
                quarantine.nextInNs(now),
                step);
        }
        assertEquals(
            quarantine.entered(),
            quarantine.size() + quarantine.released() + quarantine.releasedEarly() + quarantine.stolen());
    }

    private static List<Held> yieldOrder(final List<Held> model, final long nowNs)
    {
        return model.stream()
            .sorted(Comparator.comparingLong((Held held) -> Math.max(0, held.untilNs - nowNs)).thenComparing(Held::qpn))
            .toList();
    }

    private static List<Integer> qpns(final QpnQuarantine quarantine, final int[] entries)
    {
        return IntStream.of(entries).mapToObj(quarantine::qpn).toList();
    }

    private record Held(int qpn, long untilNs, long untilCount)
    {
        boolean isFree(final long nowNs, final long allocations)
        {
            return untilNs - nowNs <= 0 && untilCount <= allocations;
        }
    }

    private static final class Told implements QpnListener
    {
        private final List<Integer> released = new ArrayList<>();
        private final List<Integer> timeBound = new ArrayList<>();

        @Override
        public void onReleased(final int qpn)
        {
            released.add(qpn);
        }

        @Override
        public void onTimeBound(final int qpn, final long untilNs)
        {
            timeBound.add(qpn);
        }
    }
}
