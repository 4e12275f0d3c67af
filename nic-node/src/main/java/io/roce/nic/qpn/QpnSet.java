package io.roce.nic.qpn;

/**
 * A set of 24-bit numbers that finds the next one not in it in a handful of steps, however full it is.
 * <pre>
 *   number   23      18 17      12 11       6 5        0
 *           +----------+----------+----------+----------+
 *            |          |          |          |
 *            v          v          v          v
 *   level 0  1 word     |          |          |           bit: 64 leaves full
 *   level 1  ---------- 64 words   |          |           bit: leaf full
 *   level 2  --------------------- 4096 words |           bit: word full
 *   level 3  -------------------------------- words       bit: number in the set
 *            in leaves of 64 words, null while no number of theirs is in the set
 * </pre>
 */
final class QpnSet
{
    /** One past the largest number. */
    static final int END = 1 << 24;

    private static final int LEAF_LEVEL = 3;
    private static final int LEAF_WORDS = 64;
    private static final int LEAF_SHIFT = 12;
    private static final int GROUP_SHIFT = 18;
    private static final int NUMBERS_PER_LEAF = 1 << LEAF_SHIFT;
    private static final int NUMBERS_PER_GROUP = 1 << GROUP_SHIFT;
    private static final long FULL = -1L;

    private final long[][] full = {new long[1], new long[1 << 6], new long[1 << 12]};
    private final long[][] leaves = new long[1 << LEAF_SHIFT][];
    private final short[] leafSizes = new short[1 << LEAF_SHIFT];
    private final int[] groupSizes = new int[END >>> GROUP_SHIFT];

    boolean contains(final int number)
    {
        return (word(LEAF_LEVEL, number >>> 6) & bit(number)) != 0;
    }

    /** Adds a number that is not in the set. */
    void add(final int number)
    {
        final int leaf = number >>> LEAF_SHIFT;
        if (leaves[leaf] == null)
        {
            leaves[leaf] = new long[LEAF_WORDS];
        }
        leafSizes[leaf]++;
        groupSizes[number >>> GROUP_SHIFT]++;

        int index = number;
        long[] words = leaves[leaf];
        int word = (index >>> 6) & (LEAF_WORDS - 1);
        for (int level = LEAF_LEVEL; level >= 0; level--)
        {
            words[word] |= bit(index);
            if (words[word] != FULL || level == 0)
            {
                return;
            }
            index >>>= 6;
            words = full[level - 1];
            word = index >>> 6;
        }
    }

    /** Takes out a number that is in the set. */
    void remove(final int number)
    {
        final int leaf = number >>> LEAF_SHIFT;
        leaves[leaf][(number >>> 6) & (LEAF_WORDS - 1)] &= ~bit(number);
        groupSizes[number >>> GROUP_SHIFT]--;
        if (--leafSizes[leaf] == 0)
        {
            leaves[leaf] = null;
        }

        int index = number >>> 6;
        for (int level = LEAF_LEVEL - 1; level >= 0; level--)
        {
            full[level][index >>> 6] &= ~bit(index);
            index >>>= 6;
        }
    }

    /** The lowest number from {@code from} on that is not in the set, or {@link #END}. */
    int nextAbsent(final int from)
    {
        int index = from;
        for (int level = LEAF_LEVEL; level >= 0; level--)
        {
            final int word = index >>> 6;
            if (word >= 1 << (6 * level))
            {
                return END;
            }

            final long absent = ~word(level, word) & (FULL << index);
            if (absent != 0)
            {
                return lowestAbsentBelow(level, (word << 6) + Long.numberOfTrailingZeros(absent));
            }
            index = word + 1;
        }
        return END;
    }

    /** The lowest number from {@code from} on that is in the set, or {@code limit} when none is below that. */
    int nextPresent(final int from, final int limit)
    {
        int number = from;
        while (number < limit)
        {
            if (leaves[number >>> LEAF_SHIFT] == null)
            {
                number = ((number >>> LEAF_SHIFT) + 1) << LEAF_SHIFT;
                continue;
            }

            final long present = word(LEAF_LEVEL, number >>> 6) & (FULL << number);
            if (present != 0)
            {
                return Math.min(limit, (number & -Long.SIZE) + Long.numberOfTrailingZeros(present));
            }
            number = (number & -Long.SIZE) + Long.SIZE;
        }
        return limit;
    }

    /**
     * The number that has so many lower ones not in the set.
     *
     * @param rank from 0, less than the count of numbers that are not in the set.
     */
    int absentAt(final int rank)
    {
        int left = rank;
        int group = 0;
        while (left >= NUMBERS_PER_GROUP - groupSizes[group])
        {
            left -= NUMBERS_PER_GROUP - groupSizes[group++];
        }

        int leaf = group << (GROUP_SHIFT - LEAF_SHIFT);
        while (left >= NUMBERS_PER_LEAF - leafSizes[leaf])
        {
            left -= NUMBERS_PER_LEAF - leafSizes[leaf++];
        }
        if (leaves[leaf] == null)
        {
            return (leaf << LEAF_SHIFT) + left;
        }

        int word = 0;
        long absent = ~leaves[leaf][0];
        while (left >= Long.bitCount(absent))
        {
            left -= Long.bitCount(absent);
            absent = ~leaves[leaf][++word];
        }
        while (left-- > 0)
        {
            absent &= absent - 1;
        }
        return (leaf << LEAF_SHIFT) + (word << 6) + Long.numberOfTrailingZeros(absent);
    }

    /** Another set with the same numbers. */
    QpnSet copy()
    {
        final QpnSet copy = new QpnSet();
        for (int level = 0; level < LEAF_LEVEL; level++)
        {
            System.arraycopy(full[level], 0, copy.full[level], 0, full[level].length);
        }
        for (int leaf = 0; leaf < leaves.length; leaf++)
        {
            copy.leaves[leaf] = leaves[leaf] == null ? null : leaves[leaf].clone();
        }
        System.arraycopy(leafSizes, 0, copy.leafSizes, 0, leafSizes.length);
        System.arraycopy(groupSizes, 0, copy.groupSizes, 0, groupSizes.length);
        return copy;
    }

    private int lowestAbsentBelow(final int level, final int index)
    {
        int lowest = index;
        for (int below = level + 1; below <= LEAF_LEVEL; below++)
        {
            lowest = (lowest << 6) + Long.numberOfTrailingZeros(~word(below, lowest));
        }
        return lowest;
    }

    private long word(final int level, final int word)
    {
        if (level < LEAF_LEVEL)
        {
            return full[level][word];
        }

        final long[] leaf = leaves[word >>> 6];
        return leaf == null ? 0 : leaf[word & (LEAF_WORDS - 1)];
    }

    private static long bit(final int index)
    {
        return 1L << index;
    }
}
