package io.roce.nic.qpn;

import java.util.Arrays;

/**
 * The numbers in quarantine, each an entry in arrays that grow and are used again: nothing is allocated for an entry.
 * Those that wait for a count are linked in the order in which they came.
 */
final class HeldNumbers
{
    /** No entry. */
    static final int NONE = -1;

    private static final int MIN_CAPACITY = 64;

    /** The number. */
    int[] qpns = new int[MIN_CAPACITY];

    /** When its time is over. */
    long[] untilNs = new long[MIN_CAPACITY];

    /** How many had come before it. */
    long[] arrivals = new long[MIN_CAPACITY];

    /** Its count is over when so many numbers have been handed out. */
    long[] untilCounts = new long[MIN_CAPACITY];

    /** The queue that it is in, and where: a place of the heap, 0 or more, or the complement (~) of one of the line. */
    QpnQueue[] queues = new QpnQueue[MIN_CAPACITY];
    int[] places = new int[MIN_CAPACITY];

    /** Of an unused entry, {@code following} is the next unused one. */
    private int[] following = new int[MIN_CAPACITY];
    private int[] preceding = new int[MIN_CAPACITY];
    private int first = NONE;
    private int last = NONE;
    private int unused = NONE;
    private int used;

    /** Makes sure that there is a place for one more entry; when it fails for want of memory, nothing has changed. */
    void reserve()
    {
        if (unused == NONE && used == qpns.length)
        {
            grow(2 * used);
        }
    }

    /** An entry for a number. */
    int add(final int qpn, final long timeIsOverNs, final long arrival)
    {
        final int entry;
        if (unused != NONE)
        {
            entry = unused;
            unused = following[entry];
        }
        else
        {
            reserve();
            entry = used++;
        }
        qpns[entry] = qpn;
        untilNs[entry] = timeIsOverNs;
        arrivals[entry] = arrival;
        return entry;
    }

    /** An entry is no more. */
    void remove(final int entry)
    {
        queues[entry] = null;
        following[entry] = unused;
        unused = entry;
    }

    /** The entry that waits for its count longest, or {@link #NONE}. */
    int firstCounted()
    {
        return first;
    }

    /** The entry that waits for its count next to another one, or {@link #NONE}. */
    int nextCounted(final int entry)
    {
        return following[entry];
    }

    /** An entry waits for a count, longer than all that do already. */
    void count(final int entry, final long untilCount)
    {
        untilCounts[entry] = untilCount;
        preceding[entry] = last;
        following[entry] = NONE;
        if (last == NONE)
        {
            first = entry;
        }
        else
        {
            following[last] = entry;
        }
        last = entry;
    }

    /** An entry waits for its count no more. */
    void uncount(final int entry)
    {
        if (entry == first)
        {
            first = following[entry];
        }
        else
        {
            following[preceding[entry]] = following[entry];
        }
        if (entry == last)
        {
            last = preceding[entry];
        }
        else
        {
            preceding[following[entry]] = preceding[entry];
        }
    }

    private void grow(final int capacity)
    {
        // There may be no memory for the last one: then all are as they were.
        final int[] newPlaces = Arrays.copyOf(places, capacity);
        final int[] newFollowing = Arrays.copyOf(following, capacity);
        final int[] newPreceding = Arrays.copyOf(preceding, capacity);
        final QpnQueue[] newQueues = Arrays.copyOf(queues, capacity);
        final long[] newUntilNs = Arrays.copyOf(untilNs, capacity);
        final long[] newArrivals = Arrays.copyOf(arrivals, capacity);
        final long[] newUntilCounts = Arrays.copyOf(untilCounts, capacity);
        qpns = Arrays.copyOf(qpns, capacity);
        places = newPlaces;
        following = newFollowing;
        preceding = newPreceding;
        queues = newQueues;
        untilNs = newUntilNs;
        arrivals = newArrivals;
        untilCounts = newUntilCounts;
    }
}
