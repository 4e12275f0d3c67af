package io.roce.tools.reuse;

/**
 * One number among others without quarantine: the Markov chain of (how many of the others that count are taken, whether
 * it is). Solved by uniformisation: the chain steps at a constant rate, and how many steps there are up to a time is
 * Poisson's.
 */
abstract class TaggedNumber
{
    /** Lifetimes after which nothing is left of how it began. */
    private static final double MEMORY = 12;

    private final int others;
    private final double churn;
    private final double lifetime;
    private final double rate;

    /**
     * @param others   numbers that are taken into account beside it.
     * @param churn    queue pairs that are asked for in a second.
     * @param lifetime seconds that one lives in the mean.
     */
    private TaggedNumber(final int others, final double churn, final double lifetime)
    {
        this.others = others;
        this.churn = churn;
        this.lifetime = lifetime;
        rate = churn + (others + 1) / lifetime;
    }

    /** Any free number is as likely the next as the others: exact for the pool as a whole. */
    static Afterlife random(final Scenario scenario, final int points)
    {
        final int pool = scenario.pool();
        final double[] begin = ErlangLoss.taken(pool, scenario.churn() * scenario.lifetime());
        final double[] left = new double[pool];
        for (int i = 0; i < pool; i++)
        {
            left[i] = begin[i] / (1 - begin[pool]);
        }
        final TaggedNumber number = new TaggedNumber(pool - 1, scenario.churn(), scenario.lifetime())
        {
            @Override
            double chance(final int taken)
            {
                return 1.0 / (scenario.pool() - taken);
            }
        };
        final double step = Afterlife.step(scenario.delay(), points);
        return new Afterlife(step, number.live(left, step, points), new double[points]);
    }

    /**
     * The lowest free number is the next: the j-th is taken when all below it are, whatever those above are. Exact: the
     * mean over all numbers, each as often as queue pairs that have it end.
     */
    static Afterlife lowest(final Scenario scenario, final int points)
    {
        final double load = scenario.churn() * scenario.lifetime();
        final double step = Afterlife.step(scenario.delay(), points);
        final double[] live = new double[points];
        double weights = 0;
        for (int below = 0; below < scenario.pool(); below++)
        {
            final double[] begin = whenTaken(below, load);
            double weight = 0;
            for (final double part : begin)
            {
                weight += part;
            }
            if (weight < 1e-9)
            {
                break;
            }
            final int last = below;
            final TaggedNumber number = new TaggedNumber(below, scenario.churn(), scenario.lifetime())
            {
                @Override
                double chance(final int taken)
                {
                    return taken == last ? 1 : 0;
                }
            };
            final double[] one = number.live(begin, step, points);
            for (int i = 0; i < points; i++)
            {
                live[i] += one[i];
            }
            weights += weight;
        }
        for (int i = 0; i < points; i++)
        {
            live[i] /= weights;
        }
        return new Afterlife(step, live, new double[points]);
    }

    /** How likely so many of those below are taken and this one is: three-term balance, solved from both its ends. */
    private static double[] whenTaken(final int below, final double load)
    {
        final double[] taken = ErlangLoss.taken(below, load);
        final double[] factor = new double[below + 1];
        final double[] constant = new double[below + 1];
        for (int i = 0; i <= below; i++)
        {
            // In units of the lifetime: out of (i, taken) by an end of one below, of this one, or by one that is asked
            // for; into it from i - 1, from i + 1, and for the last from (i, free).
            final double pivot = i + 1 + load - (i == 0 ? 0 : load * factor[i - 1]);
            final double source = (i == below ? load * taken[i] : 0) + (i == 0 ? 0 : load * constant[i - 1]);
            factor[i] = i == below ? 0 : (i + 1) / pivot;
            constant[i] = source / pivot;
        }
        final double[] both = new double[below + 1];
        for (int i = below; i >= 0; i--)
        {
            both[i] = constant[i] + (i == below ? 0 : factor[i] * both[i + 1]);
        }
        return both;
    }

    /** How likely one that is asked for gets this number, when it is free and so many of the others are taken. */
    abstract double chance(int taken);

    /** How likely it is taken, times the sum of {@code begin}, at the points, if it was free at first. */
    private double[] live(final double[] begin, final double step, final int points)
    {
        final double[] afterSteps = afterSteps(begin, Math.min(step * (points - 1), MEMORY * lifetime));
        final double[] live = new double[points];
        for (int i = 0; i < points; i++)
        {
            live[i] = Poisson.mean(rate * i * step, afterSteps);
        }
        return live;
    }

    private double[] afterSteps(final double[] begin, final double seconds)
    {
        final int steps = Poisson.most(rate * seconds);
        final double[] afterSteps = new double[steps + 1];
        double[] free = begin.clone();
        double[] taken = new double[others + 1];
        double[] nextFree = new double[others + 1];
        double[] nextTaken = new double[others + 1];
        for (int step = 1; step <= steps; step++)
        {
            afterSteps[step] = move(free, taken, nextFree, nextTaken);
            final double[] spareFree = free;
            final double[] spareTaken = taken;
            free = nextFree;
            taken = nextTaken;
            nextFree = spareFree;
            nextTaken = spareTaken;
        }
        return afterSteps;
    }

    /** One step; answers how likely it is taken then. */
    private double move(
        final double[] free, final double[] taken, final double[] nextFree, final double[] nextTaken)
    {
        final double come = churn / rate;
        final double go = 1 / (lifetime * rate);
        double sum = 0;
        for (int i = 0; i <= others; i++)
        {
            final double chance = chance(i);
            final double stay = 1 - come - (i + 1) * go;
            double becomesFree = free[i] * (stay + go) + taken[i] * go;
            double becomesTaken = taken[i] * (stay + (i == others ? come : 0)) + free[i] * come * chance;
            if (i > 0)
            {
                becomesFree += free[i - 1] * come * (1 - chance(i - 1));
                becomesTaken += taken[i - 1] * come;
            }
            if (i < others)
            {
                becomesFree += free[i + 1] * (i + 1) * go;
                becomesTaken += taken[i + 1] * (i + 1) * go;
            }
            nextFree[i] = becomesFree;
            nextTaken[i] = becomesTaken;
            sum += becomesTaken;
        }
        return sum;
    }
}
