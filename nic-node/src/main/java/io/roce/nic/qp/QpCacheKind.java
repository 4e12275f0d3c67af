package io.roce.nic.qp;

import java.util.random.RandomGenerator;

/** Which handle of a set makes room for another in the QP cache. */
public enum QpCacheKind
{
    /** {@link AgronaQpCache}. */
    FIFO("fifo", "First in, first out within a set, however often a context is used; Agrona's Int2ObjectCache.")
    {
        @Override
        public QpCache open(
            final int sets, final int ways, final MissCost missCost, final RandomGenerator random)
        {
            return new AgronaQpCache(sets, ways, missCost);
        }
    },
    LRU("lru", "The context of a set that has not been used the longest goes.")
    {
        @Override
        public QpCache open(
            final int sets, final int ways, final MissCost missCost, final RandomGenerator random)
        {
            return new LruQpCache(sets, ways, missCost);
        }
    },
    RANDOM("random", "Any context of a set goes, each as likely as another.")
    {
        @Override
        public QpCache open(
            final int sets, final int ways, final MissCost missCost, final RandomGenerator random)
        {
            return new RandomQpCache(sets, ways, missCost, random);
        }
    },
    OFF("off", "No cache: every packet asks the table.")
    {
        @Override
        public QpCache open(
            final int sets, final int ways, final MissCost missCost, final RandomGenerator random)
        {
            return new NoQpCache();
        }
    };

    private final String label;
    private final String description;

    QpCacheKind(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }

    /**
     * An empty cache; sets, ways and costs mean nothing to {@link #OFF}.
     *
     * @param sets   a power of two; 1 is legal.
     * @param ways   handles in one set, at least 1; a power of two for {@link #FIFO}.
     * @param random the lane's own; only {@link #RANDOM} draws from it.
     * @throws IllegalArgumentException when the geometry is not what this kind can have.
     */
    public abstract QpCache open(int sets, int ways, MissCost missCost, RandomGenerator random);
}
