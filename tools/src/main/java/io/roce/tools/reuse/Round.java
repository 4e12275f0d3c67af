package io.roce.tools.reuse;

/**
 * One number of a large pool in cyclic order: the search for the next free number comes past it at times that are a
 * round apart, takes it if it is free and passes on if not. How long a round takes is as if the pool were without end.
 */
final class Round
{
    private static final int PLACES = 600;
    private static final double MEMORY = 40;
    private static final int ITERATIONS = 200;

    /** Gauss and Hermite's places and weights for the mean over a normal figure. */
    private static final double[] DEVIATIONS = {0, -1.355626, 1.355626, -2.856970, 2.856970};
    private static final double[] WEIGHTS = {0.5333333, 0.2220759, 0.2220759, 0.01125741, 0.01125741};

    private final Hold law;
    private final double lifetime;
    /** In the mean. */
    private final double hold;
    private final double seconds;
    /** How likely one that was taken at a pass is taken again so many passes later, not before. */
    private final double[] again;
    /** How likely it is taken at the pass so many behind one at which it was, whatever was between. */
    private final double[] taken;

    private Round(final Scenario scenario)
    {
        law = Hold.of(scenario);
        lifetime = scenario.lifetime();
        hold = law.mean();
        seconds = seconds(scenario.pool() / law.rate(), lifetime, hold);
        final int passes = (int)Math.min(100_000, scenario.delay().max() / seconds + 2);
        again = new double[passes + 1];
        taken = new double[passes + 1];
        taken[0] = 1;
        for (int i = 1; i <= passes; i++)
        {
            again[i] = over(i * seconds) - over((i - 1) * seconds);
            for (int j = 1; j <= i; j++)
            {
                taken[i] += again[j] * taken[i - j];
            }
        }
    }

    static Afterlife afterlife(final Scenario scenario, final int points)
    {
        final Round round = new Round(scenario);
        final double step = Afterlife.step(scenario.delay(), points);
        final double[] live = new double[points];
        final double[] heldAgain = new double[points];
        for (int i = 0; i < points; i++)
        {
            for (int place = 0; place < PLACES; place++)
            {
                round.add((place + 0.5) / PLACES, i, i * step, live, heldAgain);
            }
        }
        return new Afterlife(step, live, heldAgain);
    }

    /** Seconds of a round. */
    static double seconds(final Scenario scenario)
    {
        final Hold hold = Hold.of(scenario);
        return seconds(scenario.pool() / hold.rate(), scenario.lifetime(), hold.mean());
    }

    /**
     * Adds how likely it is that another one lives or is held, at a time after the end of one.
     *
     * @param place how far the search is from the number when that ends, as a part of a round.
     */
    private void add(
        final double place, final int index, final double at, final double[] live, final double[] heldAgain)
    {
        // Since the pass before its end it has lived for a memoryless time that is shorter than a round.
        final double first = place * seconds;
        final double weight = seconds / PLACES / lifetime *
            Math.exp((first - seconds) / lifetime) / -Math.expm1(-seconds / lifetime);
        if (hold == 0)
        {
            addFrom(first, weight, index, at, live, heldAgain);
            return;
        }
        // So many are handed out until that pass, and that takes now more and now less time; a count knows no time.
        final double counted = law.count() / law.rate();
        for (int i = 0; i < DEVIATIONS.length; i++)
        {
            final double inMean = first + passesBefore(first, counted) * seconds;
            final double pass = inMean + DEVIATIONS[i] * Math.sqrt(inMean / law.rate());
            final double takenAt = pass + passesBefore(pass, law.seconds()) * seconds;
            addFrom(takenAt, weight * WEIGHTS[i], index, at, live, heldAgain);
        }
    }

    /** How many passes come before that time. */
    private double passesBefore(final double first, final double at)
    {
        return first < at ? Math.ceil((at - first) / seconds) : 0;
    }

    /** Adds what follows from being taken at a pass. */
    private void addFrom(
        final double first,
        final double weight,
        final int index,
        final double at,
        final double[] live,
        final double[] heldAgain)
    {
        double pass = Math.max(0, first);
        // Of what was taken long before, nothing is left.
        final int from = (int)Math.max(0, (at - pass - hold - MEMORY * lifetime) / seconds);
        pass += from * seconds;
        for (int i = from; pass <= at && i < taken.length; i++)
        {
            final double age = at - pass;
            final double lives = Math.exp(-age / lifetime);
            live[index] += weight * taken[i] * lives;
            heldAgain[index] += weight * taken[i] * (Math.exp(-Math.max(0, age - hold) / lifetime) - lives);
            pass += seconds;
        }
    }

    /** How likely life and hold are over so long after a number was taken. */
    private double over(final double at)
    {
        return at <= hold ? 0 : -Math.expm1(-(at - hold) / lifetime);
    }

    /**
     * Seconds of a round: such that numbers are handed out as often as they are.
     *
     * @param whole seconds in which as many are handed out as there are numbers.
     */
    private static double seconds(final double whole, final double lifetime, final double hold)
    {
        // A number is handed out at each n-th pass, and n x round = whole: the longer the round the larger n x round.
        double low = whole / 1e6;
        double high = whole;
        for (int i = 0; i < ITERATIONS; i++)
        {
            final double middle = (low + high) / 2;
            if (middle * passes(middle, lifetime, hold) < whole)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return high;
    }

    /** Passes from one at which a number is taken to the next, in the mean: those at which it is not over, and one. */
    private static double passes(final double round, final double lifetime, final double hold)
    {
        final double within = Math.floor(hold / round);
        final double firstBehind = (within + 1) * round - hold;
        return within + 1 + Math.exp(-firstBehind / lifetime) / -Math.expm1(-round / lifetime);
    }
}
