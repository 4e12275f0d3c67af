package io.roce.nic.fault;

import io.roce.wire.packet.RoceDatagram;

/**
 * Room for copies of datagrams, taken at the start and shared by the rules of one injector. A place is a number from 0
 * on.
 */
final class HeldDatagrams
{
    /** No place. */
    static final int NONE = -1;

    private final RoceDatagram[] datagrams;
    private final Object[] routes;
    private final int[] ports;
    private final int[] passes;
    private final long[] arrivals;
    private final long[] deadlinesNs;
    private final long[] numbers;

    /** The next of those of one rule, or of those that are free. */
    private final int[] next;
    private int firstFree;
    private long count;

    /** @param capacity 0 or more. */
    HeldDatagrams(final int capacity)
    {
        datagrams = new RoceDatagram[capacity];
        routes = new Object[capacity];
        ports = new int[capacity];
        passes = new int[capacity];
        arrivals = new long[capacity];
        deadlinesNs = new long[capacity];
        numbers = new long[capacity];
        next = new int[capacity];
        for (int i = 0; i < capacity; i++)
        {
            datagrams[i] = new RoceDatagram();
            next[i] = i + 1 == capacity ? NONE : i + 1;
        }
        firstFree = capacity == 0 ? NONE : 0;
    }

    /** Copies a datagram to a place; {@link #NONE} when all are taken, or it is too long for any. */
    int take(
        final RoceDatagram datagram,
        final Object route,
        final int port,
        final int pass,
        final long arrival,
        final long deadlineNs)
    {
        final int place = firstFree;
        if (place == NONE || datagram.length() > RoceDatagram.CAPACITY)
        {
            return NONE;
        }

        firstFree = next[place];
        next[place] = NONE;
        datagrams[place].copyFrom(datagram);
        routes[place] = route;
        ports[place] = port;
        passes[place] = pass;
        arrivals[place] = arrival;
        deadlinesNs[place] = deadlineNs;
        numbers[place] = count++;
        return place;
    }

    void free(final int place)
    {
        routes[place] = null;
        next[place] = firstFree;
        firstFree = place;
    }

    RoceDatagram datagram(final int place)
    {
        return datagrams[place];
    }

    Object route(final int place)
    {
        return routes[place];
    }

    int port(final int place)
    {
        return ports[place];
    }

    int pass(final int place)
    {
        return passes[place];
    }

    /** How many datagrams had come to the rule, this one included. */
    long arrival(final int place)
    {
        return arrivals[place];
    }

    long deadlineNs(final int place)
    {
        return deadlinesNs[place];
    }

    /** Whether what is in one place is due before what is in another; of those due at once, what was held first. */
    boolean isBefore(final int place, final int other)
    {
        final long difference = deadlinesNs[place] - deadlinesNs[other];
        return difference == 0 ? numbers[place] < numbers[other] : difference < 0;
    }

    int next(final int place)
    {
        return next[place];
    }

    void next(final int place, final int following)
    {
        next[place] = following;
    }
}
