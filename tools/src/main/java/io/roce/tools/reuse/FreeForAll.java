package io.roce.tools.reuse;

/**
 * One number of a large pool with a quarantine, in random order: it is held, then free for a memoryless time, then
 * taken
 * for one, and so on. The mean of the time for which it is free follows from how often numbers are handed out; that it
 * is memoryless leaves out that the free numbers are now more and now fewer.
 */
final class FreeForAll
{
    private FreeForAll()
    {
    }

    /** Seconds that a number is free in the mean: what is left of a round of all numbers. */
    static double meanFree(final Scenario scenario, final Hold hold)
    {
        return Math.max(1e-9, scenario.pool() / hold.rate() - scenario.lifetime() - hold.mean());
    }

    static Afterlife afterlife(final Scenario scenario, final int points)
    {
        final Hold hold = Hold.of(scenario);
        final double step = Afterlife.step(scenario.delay(), points);
        final double[] released = released(hold, step, points);
        final double[] live = new double[points];
        final double[] heldAgain = new double[points];
        final double[] ended = new double[points];
        final double keepFree = Math.exp(-step / meanFree(scenario, hold));
        final double keepLive = Math.exp(-step / scenario.lifetime());
        final double keepHalf = Math.exp(-step / 2 / scenario.lifetime());
        double free = released[0];
        for (int i = 1; i < points; i++)
        {
            double freed = released[i];
            for (int j = first(released, i); j <= i; j++)
            {
                freed += released[j] * ended[i - j];
            }
            // In the middle of the step, as it were.
            final double taken = free * (1 - keepFree) + freed * (1 - Math.sqrt(keepFree));
            free = free + freed - taken;
            live[i] = live[i - 1] * keepLive + taken * keepHalf;
            ended[i] = live[i - 1] + taken - live[i];
            heldAgain[i] = heldAgain[i - 1] + ended[i] - (freed - released[i]);
        }
        return new Afterlife(step, live, heldAgain);
    }

    /** How likely the hold ends within each step. */
    private static double[] released(final Hold hold, final double step, final int points)
    {
        final double[] released = new double[points];
        double before = 0;
        for (int i = 0; i < points; i++)
        {
            final double over = hold.over(i * step);
            released[i] = over - before;
            before = over;
        }
        return released;
    }

    /** Where a hold can end at all, of times up to that of a point. */
    private static int first(final double[] released, final int last)
    {
        int first = 0;
        while (first <= last && released[first] < 1e-15)
        {
            first++;
        }
        return first;
    }
}
