package io.roce.tools.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All rules for one field. They are not chained: each value is looked up once. Not thread-safe. */
final class Rules<T>
{
    private final Map<T, Rule<T>> byValue = new HashMap<>();
    private final Set<T> used = new HashSet<>();

    /**
     * @throws IllegalArgumentException when two are for the same value; the message says which.
     */
    Rules(final String option, final List<Rule<T>> rules)
    {
        for (final Rule<T> rule : rules)
        {
            if (byValue.put(rule.from(), rule) != null)
            {
                throw new IllegalArgumentException(option + " is given twice" +
                    (rule.from() == null ? "" : " for " + rule.text()));
            }
        }
    }

    boolean isEmpty()
    {
        return byValue.isEmpty();
    }

    /** What the value becomes: a rule for it goes before one for any; itself where there is none. */
    T map(final T value)
    {
        final T key = byValue.containsKey(value) ? value : null;
        final Rule<T> rule = byValue.get(key);
        if (rule == null)
        {
            return value;
        }
        used.add(key);
        return rule.to();
    }

    /** What the rules are for that nothing was found for, as the user has written it; those for any left out. */
    List<String> unused()
    {
        return byValue.values().stream()
            .filter(rule -> rule.from() != null && !used.contains(rule.from()))
            .map(Rule::text)
            .sorted()
            .toList();
    }
}
