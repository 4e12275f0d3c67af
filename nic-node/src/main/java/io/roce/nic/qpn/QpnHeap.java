package io.roce.nic.qpn;

import java.util.Arrays;

/** A binary heap of entries of {@link HeldNumbers}; each knows its place, so that it can be taken from the middle. */
final class QpnHeap
{
    private static final int MIN_CAPACITY = 64;

    private final HeldNumbers numbers;
    private final boolean isByTime;
    private int[] entries = new int[MIN_CAPACITY];
    private int size;

    /** @param isByTime whether the first one is that whose time is over first, or else that which came first. */
    QpnHeap(final HeldNumbers numbers, final boolean isByTime)
    {
        this.numbers = numbers;
        this.isByTime = isByTime;
    }

    int size()
    {
        return size;
    }

    /** The first entry; of an empty heap {@link HeldNumbers#NONE}. */
    int first()
    {
        return size == 0 ? HeldNumbers.NONE : entries[0];
    }

    /** The entry at a place from 0 to {@link #size()} - 1; those after place p are at 2p + 1 and 2p + 2. */
    int at(final int place)
    {
        return entries[place];
    }

    /** Makes sure that there is a place for one more; when it fails for want of memory, nothing has changed. */
    void reserve()
    {
        if (size == entries.length)
        {
            entries = Arrays.copyOf(entries, 2 * size);
        }
    }

    void add(final int entry)
    {
        reserve();
        rise(entry, size++);
    }

    void remove(final int entry)
    {
        final int place = numbers.places[entry];
        final int moved = entries[--size];
        if (moved != entry)
        {
            sink(moved, place);
            if (numbers.places[moved] == place)
            {
                rise(moved, place);
            }
        }
    }

    /** Whether one leaves before the other. Times may overflow: differences count, not values. */
    boolean isBefore(final int entry, final int other)
    {
        if (isByTime)
        {
            final long differenceNs = numbers.untilNs[entry] - numbers.untilNs[other];
            if (differenceNs != 0)
            {
                return differenceNs < 0;
            }
        }
        return numbers.arrivals[entry] < numbers.arrivals[other];
    }

    private void rise(final int entry, final int from)
    {
        int place = from;
        while (place > 0 && isBefore(entry, entries[(place - 1) >>> 1]))
        {
            put(entries[(place - 1) >>> 1], place);
            place = (place - 1) >>> 1;
        }
        put(entry, place);
    }

    private void sink(final int entry, final int from)
    {
        int place = from;
        int child = 2 * place + 1;
        while (child < size)
        {
            if (child + 1 < size && isBefore(entries[child + 1], entries[child]))
            {
                child++;
            }
            if (!isBefore(entries[child], entry))
            {
                break;
            }
            put(entries[child], place);
            place = child;
            child = 2 * place + 1;
        }
        put(entry, place);
    }

    private void put(final int entry, final int place)
    {
        entries[place] = entry;
        numbers.places[entry] = place;
    }
}
