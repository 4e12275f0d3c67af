package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How many numbers of each part of the pool are in use. Parts begin at multiples of the grain.
 *
 * @param grain       numbers in a part, a power of two.
 * @param live        of each part.
 * @param quarantined of each part.
 */
record Occupancy(int firstQpn, int lastQpn, int grain, int[] live, int[] quarantined)
{
    /** More than a node sends, and as many as anybody looks at. */
    static final int PARTS_MAX = 1024;

    private static final int GRAIN_MAX = 1 << 24;

    /**
     * @param table what the node says of its table.
     * @param cells what it says of the parts that have a number in use.
     */
    static Occupancy of(final JsonNode table, final JsonNode cells)
    {
        final int last = clamp(table.path("last_qpn").asInt(), 0, GRAIN_MAX - 1);
        final int first = clamp(table.path("first_qpn").asInt(), 0, last);
        int grain = Integer.highestOneBit(clamp(cells.path("grain").asInt(1), 1, GRAIN_MAX));
        while (parts(first, last, grain) > PARTS_MAX)
        {
            grain *= 2;
        }
        final int parts = parts(first, last, grain);
        final Occupancy occupancy = new Occupancy(first, last, grain, new int[parts], new int[parts]);
        for (final JsonNode cell : cells.path("cells"))
        {
            final int qpn = cell.path(0).asInt(-1);
            if (qpn >= (first & -grain) && qpn <= last)
            {
                occupancy.live[occupancy.part(qpn)] += cell.path(1).asInt();
                occupancy.quarantined[occupancy.part(qpn)] += cell.path(2).asInt();
            }
        }
        return occupancy;
    }

    /** The same in so many parts at most. */
    Occupancy within(final int partsMax)
    {
        int coarser = grain;
        while (parts(firstQpn, lastQpn, coarser) > Math.max(1, partsMax))
        {
            coarser *= 2;
        }
        final int parts = parts(firstQpn, lastQpn, coarser);
        final Occupancy occupancy = new Occupancy(firstQpn, lastQpn, coarser, new int[parts], new int[parts]);
        for (int i = 0; i < live.length; i++)
        {
            final int part = occupancy.part(first(i));
            occupancy.live[part] += live[i];
            occupancy.quarantined[part] += quarantined[i];
        }
        return occupancy;
    }

    int parts()
    {
        return live.length;
    }

    /** The first number of a part. */
    int first(final int part)
    {
        return (firstQpn & -grain) + part * grain;
    }

    /** Numbers of the pool in a part: at its ends fewer than elsewhere. */
    int numbers(final int part)
    {
        return Math.min(first(part) + grain, lastQpn + 1) - Math.max(first(part), firstQpn);
    }

    private int part(final int qpn)
    {
        return (qpn - (firstQpn & -grain)) / grain;
    }

    private static int parts(final int first, final int last, final int grain)
    {
        return ((last & -grain) - (first & -grain)) / grain + 1;
    }

    private static int clamp(final int value, final int min, final int max)
    {
        return Math.max(min, Math.min(max, value));
    }
}
