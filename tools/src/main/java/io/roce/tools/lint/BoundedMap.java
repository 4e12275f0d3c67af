package io.roce.tools.lint;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers what was used last, up to a bound. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V>
{
    private static final long serialVersionUID = 1L;

    private final int max;

    BoundedMap(final int max)
    {
        super(16, 0.75f, true);
        this.max = max;
    }

    @Override
    protected boolean removeEldestEntry(final Map.Entry<K, V> eldest)
    {
        return size() > max;
    }
}
