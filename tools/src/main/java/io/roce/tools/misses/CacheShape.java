package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheKind;

/** A cache: which handle makes room, and how many there are. */
record CacheShape(QpCacheKind kind, int sets, int ways)
{
    int size()
    {
        return sets * ways;
    }

    String label()
    {
        return kind.label() + " " + sets + "x" + ways;
    }
}
