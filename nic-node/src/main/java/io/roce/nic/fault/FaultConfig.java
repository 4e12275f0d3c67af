package io.roce.nic.fault;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The faults of one lane.
 *
 * @param rules    of both directions, in the order in which datagrams come to them; at most 64, and of them at most 4
 *                 that duplicate for each direction.
 * @param seed     any; rules that have a seed of their own draw from that.
 * @param capacity datagrams held at once in each direction, 1 to 65,536; 4.3 kB each, taken only if a rule holds any.
 *                 What comes on top goes on at once, and is counted.
 */
public record FaultConfig(List<FaultRule> rules, long seed, int capacity)
{
    /** Datagrams held at once, unless said. */
    public static final int DEFAULT_CAPACITY = 1_024;

    /** No faults. */
    public static final FaultConfig NONE = new FaultConfig(List.of(), 0, DEFAULT_CAPACITY);

    /** Datagrams held at once, at the most. */
    public static final int MAX_CAPACITY = 65_536;

    /** Rules of both directions together. */
    public static final int MAX_RULES = 64;

    /** Each doubles what comes to the rules behind it. */
    private static final int MAX_DUPLICATES = 4;

    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public FaultConfig
    {
        rules = List.copyOf(rules);
        if (capacity < 1 || capacity > MAX_CAPACITY)
        {
            throw new IllegalArgumentException("capacity must be 1 to " + MAX_CAPACITY + ": " + capacity);
        }
        if (rules.size() > MAX_RULES)
        {
            throw new IllegalArgumentException("rules must be at most " + MAX_RULES + ": " + rules.size());
        }
        for (final FaultDirection direction : FaultDirection.values())
        {
            final long duplicates = rules.stream()
                .filter(rule -> rule.direction() == direction && rule.action() == FaultAction.DUPLICATE)
                .count();
            if (duplicates > MAX_DUPLICATES)
            {
                throw new IllegalArgumentException(
                    "rules must be at most " + MAX_DUPLICATES + " with " + direction.label() + ':' +
                        FaultAction.DUPLICATE.label() + ": " + duplicates);
            }
        }
    }

    /** The same for one lane of several, where chance has another course; lane 0 is as a node with one. */
    public FaultConfig ofLane(final int lane)
    {
        return lane == 0 ? this : new FaultConfig(rules, new SplittableRandom(seed + lane).nextLong(), capacity);
    }
}
