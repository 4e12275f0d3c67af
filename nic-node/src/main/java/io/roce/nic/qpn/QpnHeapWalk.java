package io.roce.nic.qpn;

import java.util.PriorityQueue;

/** Shows the entries of heaps of one order, all together in that order, without taking them out. */
final class QpnHeapWalk
{
    /** Places whose parents have been shown. */
    private final PriorityQueue<Place> next = new PriorityQueue<>();

    QpnHeapWalk(final QpnHeap... heaps)
    {
        for (final QpnHeap heap : heaps)
        {
            show(heap, 0);
        }
    }

    /** The next entry; there is one. */
    int next()
    {
        final Place place = next.remove();
        show(place.heap, 2 * place.index + 1);
        show(place.heap, 2 * place.index + 2);
        return place.entry();
    }

    private void show(final QpnHeap heap, final int index)
    {
        if (index < heap.size())
        {
            next.add(new Place(heap, index));
        }
    }

    private record Place(QpnHeap heap, int index) implements Comparable<Place>
    {
        int entry()
        {
            return heap.at(index);
        }

        @Override
        public int compareTo(final Place other)
        {
            return heap.isBefore(entry(), other.entry()) ? -1 : 1;
        }
    }
}
