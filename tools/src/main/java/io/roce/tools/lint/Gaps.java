package io.roce.tools.lint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** The gaps of a flow that are still open. Not thread-safe. */
final class Gaps
{
    /** PSNs of one gap that may be filled; of a longer one the others count as missing. */
    static final int MAX_COUNT = 4096;

    private static final int MAX_GAPS = 32;

    private final Deque<Gap> gaps = new ArrayDeque<>();

    /** @return the oldest one, when there are too many: it is to be settled now. */
    Gap add(final Gap gap)
    {
        gaps.addLast(gap);
        return gaps.size() > MAX_GAPS ? gaps.removeFirst() : null;
    }

    /** Takes a PSN out of the gap that it is missing in; null when it is in none. */
    Gap fill(final int psn)
    {
        for (final Iterator<Gap> iterator = gaps.iterator(); iterator.hasNext();)
        {
            final Gap gap = iterator.next();
            if (gap.contains(psn))
            {
                gap.fill(psn);
                if (gap.left == 0)
                {
                    iterator.remove();
                }
                return gap;
            }
        }
        return null;
    }

    boolean contains(final int psn)
    {
        for (final Gap gap : gaps)
        {
            if (gap.contains(psn))
            {
                return true;
            }
        }
        return false;
    }

    Iterable<Gap> open()
    {
        return gaps;
    }

    /** The oldest; null when there is none. */
    Gap peek()
    {
        return gaps.peekFirst();
    }

    /** The same, taken out. */
    Gap poll()
    {
        return gaps.pollFirst();
    }
}
