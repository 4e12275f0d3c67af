package io.roce.nic.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The last drops of several lanes as one list. They are numbered, in the order in which they happened, when somebody
 * reads them, so that a drop costs a lane nothing for it. Of those that have made room since the last time nobody knows
 * the order any more: they come before all that are there. While all lanes are held.
 */
public final class DropRings
{
    private final List<DropRing> rings;

    /** Of each ring, the drops that have numbers among all. */
    private final long[] numbered;
    private long count;

    public DropRings(final List<DropRing> rings)
    {
        this.rings = List.copyOf(rings);
        numbered = new long[rings.size()];
    }

    /** As of {@link DropRing}. */
    public int capacity()
    {
        return rings.stream().mapToInt(DropRing::capacity).sum();
    }

    /** As of {@link DropRing}. */
    public int[] kept()
    {
        final int[] sums = rings.get(0).kept();
        for (final DropRing ring : rings.subList(1, rings.size()))
        {
            final int[] kept = ring.kept();
            for (int i = 0; i < sums.length; i++)
            {
                sums[i] += kept[i];
            }
        }
        return sums;
    }

    /** As of {@link DropRing}. */
    public List<Drop> read(final DropSelection selection, final int limit)
    {
        if (rings.size() == 1)
        {
            return rings.get(0).read(selection, limit);
        }

        number();
        final List<Drop> found = new ArrayList<>();
        for (final DropRing ring : rings)
        {
            for (long place = ring.firstOfLast(selection, ring.oldest()); place <= ring.count(); place++)
            {
                final Drop drop = ring.drop(place);
                if (drop.number() > selection.after() && selection.has(drop))
                {
                    found.add(drop);
                }
            }
        }
        found.sort(Comparator.comparingLong(Drop::number));
        return found.stream()
            .skip(Math.max(0, found.size() - selection.last()))
            .limit(limit)
            .map(Drop::copy)
            .toList();
    }

    private void number()
    {
        for (int i = 0; i < numbered.length; i++)
        {
            final long gone = Math.max(numbered[i], rings.get(i).oldest() - 1);
            count += gone - numbered[i];
            numbered[i] = gone;
        }
        for (int next = earliest(); next >= 0; next = earliest())
        {
            numbered[next]++;
            rings.get(next).drop(numbered[next]).number(++count);
        }
    }

    /** The ring whose next drop without a number happened first; -1 when there is none. */
    private int earliest()
    {
        int earliest = -1;
        for (int i = 0; i < numbered.length; i++)
        {
            if (numbered[i] < rings.get(i).count() && (earliest < 0 || next(i).timeNs() < next(earliest).timeNs()))
            {
                earliest = i;
            }
        }
        return earliest;
    }

    private Drop next(final int ring)
    {
        return rings.get(ring).drop(numbered[ring] + 1);
    }
}
