package io.roce.nic.qpn;

import java.util.function.IntConsumer;

/**
 * Numbers of destroyed queue pairs that are held back, all for the same time, so that they leave in the order in which
 * they came. How long a given number still has to wait stands in its record of the table.
 * <pre>
 *          head                head + size
 *           v                   v
 *   +---+---+---+---+---+---+---+---+
 *   |   |   | a | b | c | d | e |   |   numbers, and beside them when each may leave
 *   +---+---+---+---+---+---+---+---+
 * </pre>
 * A ring of its own and not a queue of Agrona's: those keep one value for "nothing", and a time may have any value;
 * and how long it takes until n numbers have left is asked.
 */
public final class QpnQuarantine
{
    private static final int MIN_CAPACITY = 64;

    private final long timeNs;
    private int[] qpns = new int[MIN_CAPACITY];
    private long[] untilNs = new long[MIN_CAPACITY];
    private int head;
    private int size;
    private long entered;
    private long released;

    /**
     * @param timeNs how long a number is held back, in nanoseconds, at least 0; with 0 it may leave as soon as it has
     * come.
     */
    public QpnQuarantine(final long timeNs)
    {
        if (timeNs < 0)
        {
            throw new IllegalArgumentException("quarantine is " + timeNs + " ns, less than 0");
        }
        this.timeNs = timeNs;
    }

    public long timeNs()
    {
        return timeNs;
    }

    /** Numbers that are held back. */
    public int size()
    {
        return size;
    }

    /** Numbers that have come so far. */
    public long entered()
    {
        return entered;
    }

    /** Numbers that have left so far. */
    public long released()
    {
        return released;
    }

    /** When a number that comes now may leave. */
    public long untilNs(final long nowNs)
    {
        return nowNs + timeNs;
    }

    /** A number comes. Time must not go back from one call to the next. */
    public void add(final int qpn, final long nowNs)
    {
        if (size == qpns.length)
        {
            grow();
        }

        final int tail = index(size);
        qpns[tail] = qpn;
        untilNs[tail] = untilNs(nowNs);
        size++;
        entered++;
    }

    /** Lets go of every number whose time has come. */
    public int releaseExpired(final long nowNs, final IntConsumer consumer)
    {
        int count = 0;
        // The clock may overflow: differences count, not values.
        while (size > 0 && untilNs[head] - nowNs <= 0)
        {
            final int qpn = qpns[head];
            head = index(1);
            size--;
            released++;
            count++;
            consumer.accept(qpn);
        }
        return count;
    }

    /**
     * Nanoseconds until so many numbers have left, 0 if they may by now.
     *
     * @param count 1 to {@link #size()}.
     */
    public long remainingNs(final int count, final long nowNs)
    {
        if (count < 1 || count > size)
        {
            throw new IllegalArgumentException("count is " + count + ", outside 1 to " + size);
        }
        return Math.max(0, untilNs[index(count - 1)] - nowNs);
    }

    /** Shows every number that is held back, the one that leaves first at first. */
    public void forEach(final IntConsumer consumer)
    {
        for (int i = 0; i < size; i++)
        {
            consumer.accept(qpns[index(i)]);
        }
    }

    private int index(final int distance)
    {
        return (head + distance) & (qpns.length - 1);
    }

    private void grow()
    {
        final int[] moreQpns = new int[qpns.length * 2];
        final long[] moreUntilNs = new long[qpns.length * 2];
        for (int i = 0; i < size; i++)
        {
            moreQpns[i] = qpns[index(i)];
            moreUntilNs[i] = untilNs[index(i)];
        }
        qpns = moreQpns;
        untilNs = moreUntilNs;
        head = 0;
    }
}
