package io.roce.nic.qpn;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of destroyed queue pairs that are held back: each until a time of its own, and until so many others have been
 * handed out.
 * <pre>
 *              +--------------------+   time is over    +----------------+
 *   add -----> | for time and count | ----------------> | for count only | ---+ count is over
 *              +--------------------+                   +----------------+    |
 *                        | count is over                                      v
 *                        v                                                released
 *              +--------------------+   time is over                          ^
 *   add -----> |   for time only    | ----------------------------------------+
 *              +--------------------+
 * </pre>
 * Times mostly come in order, but need not. Counts do: all wait for the same one. Costs 48 to 60 bytes for each number,
 * as many as there have been at once.
 */
final class QpnQuarantine
{
    private static final int[] NOTHING = {};

    private final long count;
    private final QpnListener listener;
    private final HeldNumbers numbers = new HeldNumbers();
    private final QpnQueue forTime = new QpnQueue(numbers, true);
    private final QpnQueue forBoth = new QpnQueue(numbers, true);
    private final QpnQueue forCount = new QpnQueue(numbers, false);
    private long allocations;
    private long entered;
    private long released;
    private long releasedEarly;
    private long stolen;

    /** @param count numbers that must be handed out before one leaves; 0 for none. */
    QpnQuarantine(final long count, final QpnListener listener)
    {
        this.count = count;
        this.listener = listener;
    }

    /** Numbers that are held back. */
    int size()
    {
        return forTime.size() + forBoth.size() + forCount.size();
    }

    /** Numbers that have come so far. */
    long entered()
    {
        return entered;
    }

    /** Numbers that have left so far because their time and count were over. */
    long released()
    {
        return released;
    }

    /** Numbers that have left so far because nothing else was left, their time over and their count not. */
    long releasedEarly()
    {
        return releasedEarly;
    }

    /** Numbers that have left so far before their time was over. */
    long stolen()
    {
        return stolen;
    }

    /** Makes sure that one more number can be added; when it fails for want of memory, nothing has changed. */
    void reserve()
    {
        numbers.reserve();
        forTime.reserve();
        forBoth.reserve();
        forCount.reserve();
    }

    /** A number comes, to be held at least until a time. */
    void add(final int qpn, final long untilNs, final long nowNs)
    {
        final int entry = numbers.add(qpn, untilNs, entered++);
        if (count == 0)
        {
            forTime.add(entry);
            return;
        }

        numbers.count(entry, allocations + count);
        (untilNs - nowNs > 0 ? forBoth : forCount).add(entry);
    }

    /** Lets go of every number whose time has come. */
    void onTime(final long nowNs)
    {
        while (isOver(forTime, nowNs))
        {
            final int entry = forTime.first();
            forTime.remove(entry);
            release(entry);
        }
        while (isOver(forBoth, nowNs))
        {
            forCount.reserve();     // first, so that no entry is lost when there is no memory
            final int entry = forBoth.first();
            forBoth.remove(entry);
            forCount.add(entry);
        }
    }

    /** So many numbers have been handed out; lets go of every number that they were the last ones for. */
    void onAllocated(final int handedOut)
    {
        allocations += handedOut;
        int entry = numbers.firstCounted();
        while (entry != HeldNumbers.NONE && numbers.untilCounts[entry] <= allocations)
        {
            forTime.reserve();
            final QpnQueue queue = numbers.queues[entry];
            queue.remove(entry);
            numbers.uncount(entry);
            if (queue == forCount)
            {
                release(entry);
            }
            else
            {
                forTime.add(entry);
                listener.onTimeBound(numbers.qpns[entry], numbers.untilNs[entry]);
            }
            entry = numbers.firstCounted();
        }
    }

    /** Nanoseconds until the clock lets go of the next number; -1 when it will of none. */
    long nextInNs(final long nowNs)
    {
        return forTime.size() == 0 ? -1 : remainingNs(forTime.first(), nowNs);
    }

    /**
     * The entries that leave first when there is need: those that wait for their count alone, as they came; then the
     * others, those first whose time is over first.
     *
     * @param limit 0 to {@link #size()}.
     */
    int[] firstToYield(final int limit)
    {
        if (limit == 0)
        {
            return NOTHING;
        }

        final int[] entries = new int[limit];
        final int counted = Math.min(limit, forCount.size());
        final QpnWalk byArrival = new QpnWalk(forCount);
        final QpnWalk byTime = new QpnWalk(forTime, forBoth);
        for (int i = 0; i < limit; i++)
        {
            entries[i] = i < counted ? byArrival.next() : byTime.next();
        }
        return entries;
    }

    /**
     * Up to {@code limit} numbers that are let out next if there is no need: those that wait for the clock alone, first
     * over first; then those that wait for a count, as they came.
     */
    List<QuarantinedQpn> next(final int limit, final long nowNs)
    {
        final List<QuarantinedQpn> next = new ArrayList<>();
        final QpnWalk byTime = new QpnWalk(forTime);
        while (next.size() < Math.min(limit, forTime.size()))
        {
            final int entry = byTime.next();
            next.add(new QuarantinedQpn(numbers.qpns[entry], remainingNs(entry, nowNs), 0));
        }
        int entry = numbers.firstCounted();
        while (entry != HeldNumbers.NONE && next.size() < limit)
        {
            next.add(new QuarantinedQpn(
                numbers.qpns[entry], remainingNs(entry, nowNs), numbers.untilCounts[entry] - allocations));
            entry = numbers.nextCounted(entry);
        }
        return next;
    }

    /** All entries, in no order. */
    int[] entries()
    {
        final int[] entries = new int[size()];
        int count = 0;
        for (final QpnQueue queue : new QpnQueue[]{forTime, forBoth, forCount})
        {
            for (int place = 0; place < queue.heap().size(); place++)
            {
                entries[count++] = queue.heap().at(place);
            }
            for (int place = queue.head(); place != queue.tail(); place = queue.nextInLine(place + 1))
            {
                entries[count++] = queue.inLine(place);
            }
        }
        return entries;
    }

    int qpn(final int entry)
    {
        return numbers.qpns[entry];
    }

    /** Nanoseconds until the time of an entry is over, whatever its count; 0 when it is. */
    long remainingNs(final int entry, final long nowNs)
    {
        return Math.max(0, numbers.untilNs[entry] - nowNs);
    }

    /** A number leaves because there is need. */
    void letGo(final int entry)
    {
        final int qpn = numbers.qpns[entry];
        final QpnQueue queue = numbers.queues[entry];
        queue.remove(entry);
        if (queue != forTime)
        {
            numbers.uncount(entry);
        }
        numbers.remove(entry);
        if (queue == forCount)
        {
            releasedEarly++;
        }
        else
        {
            stolen++;
        }
        listener.onReleased(qpn);
    }

    private boolean isOver(final QpnQueue queue, final long nowNs)
    {
        return queue.size() > 0 && numbers.untilNs[queue.first()] - nowNs <= 0;
    }

    private void release(final int entry)
    {
        final int qpn = numbers.qpns[entry];
        numbers.remove(entry);
        released++;
        listener.onReleased(qpn);
    }
}
