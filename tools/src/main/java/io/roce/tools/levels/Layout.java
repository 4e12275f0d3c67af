package io.roce.tools.levels;

import java.util.SplittableRandom;

/** Which numbers of the pool live. */
enum Layout
{
    DENSE("dense", "the first ones in a row, as cyclic and lowest order give them at first"),
    SCATTERED("scattered", "any, each as likely as the others, as random order gives them");

    private final String label;
    private final String description;

    Layout(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in CSV. */
    String label()
    {
        return label;
    }

    String description()
    {
        return description;
    }

    /** So many numbers of a pool, in no order. */
    int[] qpns(final int firstQpn, final int pool, final int live, final SplittableRandom random)
    {
        final int from = this == DENSE ? live : pool;
        final int[] all = new int[from];
        for (int i = 0; i < from; i++)
        {
            all[i] = firstQpn + i;
        }
        final int[] qpns = new int[live];
        for (int i = 0; i < live; i++)
        {
            final int place = i + random.nextInt(from - i);
            qpns[i] = all[place];
            all[place] = all[i];
        }
        return qpns;
    }
}
