package io.roce.nic.transport;

import java.util.Arrays;

import org.agrona.collections.IntArrayList;

/**
 * Where the record of a queue pair leads to what serves it: by a number that the record keeps, from 1. A number is
 * given again when its queue pair is no more. Lane thread only; looking up allocates nothing.
 */
final class ServedQps
{
    private ServedQp[] bySlot = new ServedQp[16];
    private final IntArrayList free = new IntArrayList();
    private int lastSlot;

    /** Makes room for so many more. */
    void reserve(final int count)
    {
        final int lastNeeded = lastSlot + Math.max(0, count - free.size());
        if (lastNeeded >= bySlot.length)
        {
            bySlot = Arrays.copyOf(bySlot, Math.max(lastNeeded + 1, 2 * bySlot.length));
        }
    }

    /** @return its number, for which there is room. */
    int add(final ServedQp qp)
    {
        final int slot = free.isEmpty() ? ++lastSlot : free.popInt();
        bySlot[slot] = qp;
        return slot;
    }

    /** Null for 0, the number of those that are bare. */
    ServedQp get(final int slot)
    {
        return bySlot[slot];
    }

    void remove(final int slot)
    {
        bySlot[slot] = null;
        free.addInt(slot);
    }

    int size()
    {
        return lastSlot - free.size();
    }
}
