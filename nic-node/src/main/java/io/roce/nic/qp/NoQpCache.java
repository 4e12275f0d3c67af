package io.roce.nic.qp;

/** The cache when it is switched off: one handle, nothing kept, nothing counted. */
final class NoQpCache implements QpCache
{
    private final QpContext context = new QpContext();

    @Override
    public QpContext get(final int qpn)
    {
        return null;
    }

    @Override
    public QpContext spare()
    {
        return context;
    }

    @Override
    public void put(final QpContext spare)
    {
    }

    @Override
    public void invalidate(final int qpn)
    {
    }

    @Override
    public void close()
    {
    }

    @Override
    public QpCacheKind kind()
    {
        return QpCacheKind.OFF;
    }

    @Override
    public MissCost missCost()
    {
        return MissCost.NONE;
    }

    @Override
    public int sets()
    {
        return 0;
    }

    @Override
    public int ways()
    {
        return 0;
    }

    @Override
    public int resident()
    {
        return 0;
    }

    @Override
    public long hits()
    {
        return 0;
    }

    @Override
    public long misses()
    {
        return 0;
    }

    @Override
    public long evictions()
    {
        return 0;
    }

    @Override
    public long invalidations()
    {
        return 0;
    }
}
