package io.roce.tools.lint;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Remembers what was used last, up to a bound. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V>
{
    private static final long serialVersionUID = 1L;

    private final int max;
    private final transient Consumer<V> onForgotten;

    BoundedMap(final int max)
    {
        this(max, value ->
        {
        });
    }

    /** @param onForgotten is given what makes room for others. */
    BoundedMap(final int max, final Consumer<V> onForgotten)
    {
        super(16, 0.75f, true);
        this.max = max;
        this.onForgotten = onForgotten;
    }

    @Override
    protected boolean removeEldestEntry(final Map.Entry<K, V> eldest)
    {
        if (size() <= max)
        {
            return false;
        }
        onForgotten.accept(eldest.getValue());
        return true;
    }
}
