package io.roce.nic.trace;

import io.roce.nic.stats.Fate;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.EpochNanoClock;

/**
 * The last datagrams that were dropped; the oldest makes room for the newest. All places are made at the start, some
 * 270 bytes each, and nothing is allocated for a drop. Lane thread only.
 */
public final class DropRing implements FateListener
{
    private final Drop[] drops;
    private final int[] kept = new int[Fate.values().length];
    private final EpochNanoClock clock;
    private long count;

    /**
     * @param capacity drops that are kept; 0 for none.
     * @param clock    the wall's.
     */
    public DropRing(final int capacity, final EpochNanoClock clock)
    {
        this.clock = clock;
        drops = new Drop[capacity];
        for (int i = 0; i < capacity; i++)
        {
            drops[i] = new Drop();
        }
    }

    @Override
    public void onFate(final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        if (fate.isDrop())
        {
            add(fate, datagram, arrival);
        }
    }

    /** Drops that are kept at most. */
    public int capacity()
    {
        return drops.length;
    }

    /** Drops so far, kept or not: the number of the newest. */
    public long count()
    {
        return count;
    }

    /** Drops that are kept now. */
    public int size()
    {
        return (int)Math.min(count, drops.length);
    }

    /** Of these, those with that fate, by {@link Fate#ordinal()}; a copy for other threads. */
    public int[] kept()
    {
        return kept.clone();
    }

    /**
     * Copies of the drops that are selected, oldest first: at most {@code limit}, and of more the oldest. Looks at all
     * that are kept.
     */
    public List<Drop> read(final DropSelection selection, final int limit)
    {
        final List<Drop> found = new ArrayList<>();
        for (long number = first(selection); number <= count && found.size() < limit; number++)
        {
            if (selection.has(drop(number)))
            {
                found.add(drop(number).copy());
            }
        }
        return found;
    }

    /** The number of the oldest drop that may be selected. */
    private long first(final DropSelection selection)
    {
        return firstOfLast(selection, Math.max(oldest() - 1, Math.min(selection.after(), count)) + 1);
    }

    /** From where on so many are selected as the newest ones that are asked for; not below {@code oldest}. */
    long firstOfLast(final DropSelection selection, final long oldest)
    {
        long first = count + 1;
        for (int left = selection.last(); first > oldest && left > 0; first--)
        {
            left -= selection.has(drop(first - 1)) ? 1 : 0;
        }
        return first;
    }

    private void add(final Fate fate, final RoceDatagram datagram, final Arrival arrival)
    {
        count++;
        if (drops.length == 0)
        {
            return;
        }

        final Drop drop = drop(count);
        if (count > drops.length)
        {
            kept[drop.fate().ordinal()]--;
        }
        kept[fate.ordinal()]++;
        drop.set(count, clock.nanoTime(), fate, datagram, arrival);
    }

    /** Of those that are kept, the oldest one's place among all; one more than {@link #count} when there is none. */
    long oldest()
    {
        return count - size() + 1;
    }

    /** The drop at a place among all, from 1; not a copy. */
    Drop drop(final long number)
    {
        return drops[(int)((number - 1) % drops.length)];
    }
}
