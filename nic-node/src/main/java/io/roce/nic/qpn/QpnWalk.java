package io.roce.nic.qpn;

import java.util.PriorityQueue;

/** Shows the entries of queues of one order, all together in that order, without taking them out. */
final class QpnWalk
{
    /** Places of heaps whose parents have been shown, and of lines whose predecessors have been. */
    private final PriorityQueue<Place> next = new PriorityQueue<>();

    QpnWalk(final QpnQueue... queues)
    {
        for (final QpnQueue queue : queues)
        {
            showHeap(queue, 0);
            showLine(queue, queue.head());
        }
    }

    /** The next entry; there is one. */
    int next()
    {
        final Place place = next.remove();
        if (place.isInLine)
        {
            showLine(place.queue, place.index + 1);
        }
        else
        {
            showHeap(place.queue, 2 * place.index + 1);
            showHeap(place.queue, 2 * place.index + 2);
        }
        return place.entry();
    }

    private void showHeap(final QpnQueue queue, final int index)
    {
        if (index < queue.heap().size())
        {
            next.add(new Place(queue, index, false));
        }
    }

    private void showLine(final QpnQueue queue, final int from)
    {
        final int index = queue.nextInLine(from);
        if (index != queue.tail())
        {
            next.add(new Place(queue, index, true));
        }
    }

    private record Place(QpnQueue queue, int index, boolean isInLine) implements Comparable<Place>
    {
        int entry()
        {
            return isInLine ? queue.inLine(index) : queue.heap().at(index);
        }

        @Override
        public int compareTo(final Place other)
        {
            return queue.heap().isBefore(entry(), other.entry()) ? -1 : 1;
        }
    }
}
