package io.roce.tools.reuse;

/**
 * Erlang's loss system: requests come at random, memoryless, to so many places, hold one each for a random time, and
 * are
 * lost when all are taken. What it says depends on the mean of that time alone.
 */
final class ErlangLoss
{
    private ErlangLoss()
    {
    }

    /** The part that is lost, with {@code load} places taken in the mean if there were no end of them. */
    static double lost(final int places, final double load)
    {
        double lost = 1;
        for (int i = 1; i <= places; i++)
        {
            lost = load * lost / (i + load * lost);
        }
        return lost;
    }

    /** How likely so many places are taken: by index, 0 to {@code places}. */
    static double[] taken(final int places, final double load)
    {
        final double[] taken = new double[places + 1];
        final int mode = (int)Math.min(places, load);
        taken[mode] = 1;
        double sum = 1;
        for (int i = mode; i > 0; i--)
        {
            taken[i - 1] = taken[i] * i / load;
            sum += taken[i - 1];
        }
        for (int i = mode; i < places; i++)
        {
            taken[i + 1] = taken[i] * load / (i + 1);
            sum += taken[i + 1];
        }
        for (int i = 0; i <= places; i++)
        {
            taken[i] /= sum;
        }
        return taken;
    }

    /**
     * Seconds until the first of the places is free, when all are taken. What is left of each is drawn from the same
     * law: a place is taken for a memoryless time with that mean, and then for the hold.
     */
    static double meanWait(final int places, final double lifetime, final double hold)
    {
        final double whole = lifetime + hold;
        final double withinHold = whole / (places + 1) * (1 - Math.pow(lifetime / whole, places + 1));
        return withinHold + Math.pow(lifetime / whole, places) * lifetime / places;
    }
}
