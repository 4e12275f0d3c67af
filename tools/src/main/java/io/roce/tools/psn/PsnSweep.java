package io.roce.tools.psn;

/**
 * Which of the 2^24 PSNs are sent, told by how far they are ahead of the one that is expected: all near the three ends
 * of the window's halves, and of those between each {@code step}-th.
 * <pre>
 *   -2^23          0          2^23 - 1
 *     |###. . . ###|###. . . ###|
 *      duplicates   ahead
 * </pre>
 *
 * @param step a power of two up to {@link #EDGE}; 1 for all of them.
 */
public record PsnSweep(int step)
{
    /** PSNs on each side of an end that are all sent. */
    public static final int EDGE = 4_096;

    /** A PSN up to so many behind the one that is expected is a duplicate, and ahead with less: IBTA Vol 1, 9.7. */
    public static final int HALF = 1 << 23;

    /** All of them. */
    public static final PsnSweep FULL = new PsnSweep(1);

    /** @throws IllegalArgumentException when the step is no such number. */
    public PsnSweep
    {
        if (step < 1 || step > EDGE || Integer.bitCount(step) != 1)
        {
            throw new IllegalArgumentException("must be a power of two from 1 to " + EDGE + ": " + step);
        }
    }

    /** How many are sent. */
    public long count()
    {
        return duplicates() + 1 + ahead();
    }

    /** How many of those lie behind the one that is expected. */
    public long duplicates()
    {
        return 2 * EDGE + between();
    }

    /** How many of those lie ahead. */
    public long ahead()
    {
        // At both ends one less: the middle's first is an edge's last, and +2^23 is -2^23.
        return 2 * EDGE + between() - 1;
    }

    /** The first that is sent above that distance. */
    int next(final int distance)
    {
        final int next = distance + 1;
        return isNearAnEnd(next) ? next : (distance + step) & -step;
    }

    private long between()
    {
        return (HALF - 2 * EDGE) / step;
    }

    private static boolean isNearAnEnd(final int distance)
    {
        final int away = Math.abs(distance);
        return away <= EDGE || away >= HALF - EDGE;
    }
}
