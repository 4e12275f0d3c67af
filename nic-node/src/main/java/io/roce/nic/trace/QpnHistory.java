package io.roce.nic.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last lives of queue pair numbers that have ended, whoever had them; the oldest makes room for the newest. Kept
 * apart from the table, so that it outlives pages. 64 KiB when empty, up to about 2.5 MiB when full. Lane thread only.
 */
public final class QpnHistory
{
    /** Lives that are remembered. */
    public static final int CAPACITY = 1 << 14;

    private final QpnLife[] lives = new QpnLife[CAPACITY];
    private long count;

    public void add(final QpnLife life)
    {
        lives[(int)(count++ & (CAPACITY - 1))] = life;
    }

    /** The lives of some numbers that are remembered, latest first; of each number a list. Looks at all once. */
    public Map<Integer, List<QpnLife>> of(final Set<Integer> qpns)
    {
        final Map<Integer, List<QpnLife>> found = new HashMap<>();
        qpns.forEach(qpn -> found.put(qpn, new ArrayList<>()));
        for (long i = count - 1; i >= Math.max(0, count - CAPACITY); i--)
        {
            final QpnLife life = lives[(int)(i & (CAPACITY - 1))];
            final List<QpnLife> of = found.get(life.qpn());
            if (of != null)
            {
                of.add(life);
            }
        }
        return found;
    }

    /** The lives of a number that are remembered, latest first. Looks at all that is remembered. */
    public List<QpnLife> of(final int qpn)
    {
        return of(Set.of(qpn)).get(qpn);
    }
}
