package io.roce.nic.qpn;

/**
 * Entries of {@link HeldNumbers} in the order in which they leave. Most come in that order, since one time is for all:
 * they stand in a line, where coming and going costs a step however many there are. Those that leave before the last
 * one of the line are a heap.
 * <pre>
 *            head               tail
 *             v                  v
 *   line  .   e   e   -   e   e   .    -: left from the middle
 *   heap  e  e  e
 * </pre>
 */
final class QpnQueue
{
    private static final int MIN_CAPACITY = 64;

    private final HeldNumbers numbers;
    private final QpnHeap heap;

    /** A ring: places count on and are masked. The first and the last place of the line are never empty. */
    private int[] line = new int[MIN_CAPACITY];
    private int head;
    private int tail;

    /** Entries in the line; fewer than its places when some have left from the middle. */
    private int standing;

    /** @param isByTime whether the first one is that whose time is over first, or else that which came first. */
    QpnQueue(final HeldNumbers numbers, final boolean isByTime)
    {
        this.numbers = numbers;
        heap = new QpnHeap(numbers, isByTime);
    }

    int size()
    {
        return standing + heap.size();
    }

    /** The first entry; of an empty queue {@link HeldNumbers#NONE}. */
    int first()
    {
        final int ofHeap = heap.first();
        if (standing == 0)
        {
            return ofHeap;
        }
        final int ofLine = inLine(head);
        return ofHeap == HeldNumbers.NONE || heap.isBefore(ofLine, ofHeap) ? ofLine : ofHeap;
    }

    /** Makes sure that there is a place for one more; when it fails for want of memory, the order is as it was. */
    void reserve()
    {
        heap.reserve();
        if (tail - head == line.length)
        {
            compact(standing > line.length / 2 ? 2 * line.length : line.length);
        }
    }

    void add(final int entry)
    {
        reserve();
        numbers.queues[entry] = this;
        if (standing > 0 && heap.isBefore(entry, inLine(tail - 1)))
        {
            heap.add(entry);
            return;
        }
        append(entry);
    }

    void remove(final int entry)
    {
        final int place = numbers.places[entry];
        if (place >= 0)
        {
            heap.remove(entry);
            return;
        }

        line[~place] = HeldNumbers.NONE;
        standing--;
        while (tail != head && inLine(head) == HeldNumbers.NONE)
        {
            head++;
        }
        while (tail != head && inLine(tail - 1) == HeldNumbers.NONE)
        {
            tail--;
        }
    }

    QpnHeap heap()
    {
        return heap;
    }

    /** From where on {@link #nextInLine} finds the line. */
    int head()
    {
        return head;
    }

    /** The place of the first entry of the line from a place on, or that behind its last one. */
    int nextInLine(final int from)
    {
        int place = from;
        while (place != tail && inLine(place) == HeldNumbers.NONE)
        {
            place++;
        }
        return place;
    }

    /** One past the last place of the line. */
    int tail()
    {
        return tail;
    }

    /** The entry at a place of the line. */
    int inLine(final int place)
    {
        return line[place & (line.length - 1)];
    }

    private void append(final int entry)
    {
        final int place = tail++ & (line.length - 1);
        line[place] = entry;
        numbers.places[entry] = ~place;
        standing++;
    }

    /** Copies the line without its gaps into a ring of so many places. */
    private void compact(final int capacity)
    {
        final int[] before = line;
        final int end = tail;
        line = new int[capacity];
        tail = head;
        standing = 0;
        for (int place = head; place != end; place++)
        {
            final int entry = before[place & (before.length - 1)];
            if (entry != HeldNumbers.NONE)
            {
                append(entry);
            }
        }
    }
}
