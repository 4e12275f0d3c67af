package io.roce.nic.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Pages and cells of every kind of table, against a map from each number in use to whether it is live. */
class QpTableMapTest
{
    private static final int FIRST = 0x11;
    private static final int LAST = 0x13FFF;
    private static final int STEPS = 4_000;
    private static final int NUMBERS = 600;
    private static final int[] GRAINS = {1, 2, 32, 64, 256, 1024, 4096, 0x8000, 0x1000000};
    private static final long SEED = 0xCE115;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final NavigableMap<Integer, Boolean> inUse = new TreeMap<>();

    @ParameterizedTest
    @EnumSource
    void shouldShowAtEveryGrainWhatIsInUse(final QpTableKind kind)
    {
        try (QpTable table = kind.open(FIRST, LAST))
        {
            assertNull(table.nextCell(-1, 1));
            // Numbers close together, the others far apart, and both ends.
            final int[] numbers = new int[NUMBERS];
            for (int i = 0; i < NUMBERS; i++)
            {
                numbers[i] = i < NUMBERS / 2 ? 0xFE0 + i : FIRST + random.nextInt(LAST - FIRST + 1);
            }
            numbers[NUMBERS - 2] = FIRST;
            numbers[NUMBERS - 1] = LAST;
            for (int step = 0; step < STEPS; step++)
            {
                change(table, numbers[random.nextInt(NUMBERS)]);
                if (step % 100 == 0)
                {
                    checkCells(table);
                    checkPages(table);
                }
            }
            assertTrue(inUse.size() > NUMBERS / 4, "the numbers are too few to tell");

            List.copyOf(inUse.keySet()).forEach(table::release);
            inUse.clear();
            checkCells(table);
            checkPages(table);
        }
    }

    /** Free, live, held back, and free again; at times from live to free. */
    private void change(final QpTable table, final int qpn)
    {
        if (!inUse.containsKey(qpn))
        {
            table.install(qpn, QpType.UD, 1, 0);
            inUse.put(qpn, true);
        }
        else if (inUse.get(qpn) && random.nextInt(4) != 0)
        {
            table.retire(qpn, 1);
            inUse.put(qpn, false);
        }
        else
        {
            table.release(qpn);
            inUse.remove(qpn);
        }
    }

    private void checkCells(final QpTable table)
    {
        for (final int grain : GRAINS)
        {
            final List<QpCellFigures> cells = new ArrayList<>();
            for (QpCellFigures cell = table.nextCell(-1, grain);
                cell != null;
                cell = table.nextCell(cell.firstQpn(), grain))
            {
                cells.add(cell);
            }
            assertEquals(expectedCells(grain), cells, "grain " + grain + ", seed " + SEED);

            final int after = random.nextInt(LAST);
            assertEquals(
                expectedCells(grain).stream().filter(cell -> cell.firstQpn() > after).findFirst().orElse(null),
                table.nextCell(after, grain),
                "grain " + grain + " after " + after + ", seed " + SEED);
        }
        assertNull(table.nextCell(0xFFFFFF, 1));
    }

    private List<QpCellFigures> expectedCells(final int grain)
    {
        final NavigableMap<Integer, int[]> counts = new TreeMap<>();
        for (final Map.Entry<Integer, Boolean> number : inUse.entrySet())
        {
            counts.computeIfAbsent(number.getKey() / grain * grain, first -> new int[2])[number.getValue() ? 0 : 1]++;
        }
        return counts.entrySet().stream()
            .map(cell -> new QpCellFigures(cell.getKey(), cell.getValue()[0], cell.getValue()[1]))
            .toList();
    }

    private void checkPages(final QpTable table)
    {
        final List<QpPageFigures> pages = PageWalk.of(table);
        assertEquals(table.pages(), pages.size());
        int live = 0;
        int quarantined = 0;
        for (final QpPageFigures page : pages)
        {
            final NavigableMap<Integer, Boolean> there =
                inUse.subMap(page.firstQpn(), true, page.firstQpn() + page.records() - 1, true);
            assertEquals(there.values().stream().filter(isLive -> isLive).count(), page.live());
            assertEquals(there.values().stream().filter(isLive -> !isLive).count(), page.quarantined());
            live += page.live();
            quarantined += page.quarantined();
        }
        assertEquals(inUse.size(), live + quarantined, "no number is on no page");

        final int after = random.nextInt(LAST);
        assertEquals(
            pages.stream().filter(page -> page.firstQpn() > after).findFirst().orElse(null), table.nextPage(after));
        assertNull(table.nextPage(LAST));
    }
}
