package io.roce.tools.reuse;

import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is true of a number after its connection, reckoned once for all cells in which it is the same. Thread-safe. */
final class Afterlives
{
    private static final int POINTS = 2_001;

    private final Map<Key, Afterlife> known = new ConcurrentHashMap<>();

    Afterlife of(final Scenario scenario)
    {
        return known.computeIfAbsent(Key.of(scenario), key -> reckoned(scenario));
    }

    private static Afterlife reckoned(final Scenario scenario)
    {
        if (scenario.comeback() == Comeback.RESET)
        {
            return ResetCycle.afterlife(scenario, POINTS);
        }
        return switch (scenario.order())
        {
            case CYCLIC -> Round.afterlife(scenario, POINTS);
            case RANDOM -> scenario.quarantine().equals(QuarantinePolicy.NONE) ?
                TaggedNumber.random(scenario, POINTS) : FreeForAll.afterlife(scenario, POINTS);
            case LOWEST -> TaggedNumber.lowest(scenario, POINTS);
        };
    }

    private record Key(
        int pool,
        double pressure,
        double churn,
        double longest,
        Comeback comeback,
        AllocationOrder order,
        QuarantinePolicy quarantine)
    {
        static Key of(final Scenario scenario)
        {
            return new Key(
                scenario.pool(), scenario.pressure(), scenario.churn(), scenario.delay().max(), scenario.comeback(),
                scenario.order(), scenario.quarantine());
        }
    }
}
