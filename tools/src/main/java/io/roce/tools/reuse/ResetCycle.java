package io.roce.tools.reuse;

/** One queue pair that goes through RESET over and over: held there for a time, then alive for a memoryless one. */
final class ResetCycle
{
    private ResetCycle()
    {
    }

    /** Exact. What is held, for the first time too, is in {@link Afterlife#heldAgain}: it is all but what lives. */
    static Afterlife afterlife(final Scenario scenario, final int points)
    {
        final double step = Afterlife.step(scenario.delay(), points);
        final double[] live = new double[points];
        final double[] held = new double[points];
        for (int i = 0; i < points; i++)
        {
            live[i] = live(i * step, scenario.lifetime(), scenario.hold());
            held[i] = 1 - live[i];
        }
        return new Afterlife(step, live, held);
    }

    /** It lives for the k-th time: k + 1 holds are over, and in the time beside them k lives have ended. */
    private static double live(final double at, final double lifetime, final double hold)
    {
        if (hold == 0)
        {
            return 1;
        }
        double live = 0;
        for (int k = 0; (k + 1) * hold <= at; k++)
        {
            final double lived = (at - (k + 1) * hold) / lifetime;
            live += Poisson.atLeast(lived, k) - Poisson.atLeast(lived, k + 1);
        }
        return live;
    }
}
