package io.roce.nic.lane;

import java.util.Arrays;

/**
 * Which lane has which queue pair numbers: each has one run of the node's pool, the first lane the lowest. Any thread.
 */
public final class QpnShards
{
    /** Lanes of a node at the most. */
    public static final int MAX_LANES = 16;

    /** Answered for a number that no lane has. */
    public static final int NONE = -1;

    /** Runs begin at multiples of it if they are long: no page of a table is in two lanes then. */
    private static final int PAGE = 1 << 12;

    private final int[] firsts;
    private final int last;

    private QpnShards(final int[] firsts, final int last)
    {
        this.firsts = firsts;
        this.last = last;
    }

    /**
     * The numbers of a pool, spread evenly.
     *
     * @param lanes 1 to {@link #MAX_LANES}.
     * @throws IllegalArgumentException when there are less numbers than lanes, or too many lanes: one sentence.
     */
    public static QpnShards of(final int firstQpn, final int lastQpn, final int lanes)
    {
        QueuePairsConfig.require("lanes", lanes, 1, MAX_LANES);
        final int size = lastQpn - firstQpn + 1;
        if (size < lanes)
        {
            throw new IllegalArgumentException(
                "lanes is %d, more than the %d numbers that they would share".formatted(lanes, size));
        }

        final int[] firsts = new int[lanes];
        for (int lane = 0; lane < lanes; lane++)
        {
            final int even = firstQpn + (int)((long)size * lane / lanes);
            firsts[lane] = lane == 0 || size / lanes < 2 * PAGE ? even : even & -PAGE;
        }
        return new QpnShards(firsts, lastQpn);
    }

    /** Lanes. */
    public int count()
    {
        return firsts.length;
    }

    /** First number of a lane, counted from 0; of lane 0 that of the pool. */
    public int firstQpn(final int lane)
    {
        return firsts[lane];
    }

    /** Last number of a lane; of the last lane that of the pool. */
    public int lastQpn(final int lane)
    {
        return lane == firsts.length - 1 ? last : firsts[lane + 1] - 1;
    }

    /** The lane that has a number; {@link #NONE} outside the pool, so of management and multicast too. */
    public int laneOf(final int qpn)
    {
        if (qpn < firsts[0] || qpn > last)
        {
            return NONE;
        }

        int lane = firsts.length - 1;
        while (qpn < firsts[lane])
        {
            lane--;
        }
        return lane;
    }

    /** The first number of each lane, in order. */
    public int[] firstQpns()
    {
        return firsts.clone();
    }

    @Override
    public String toString()
    {
        return Arrays.toString(firsts) + " to " + last;
    }
}
