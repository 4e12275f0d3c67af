package io.roce.nic.lane;

/**
 * The lanes of a node.
 *
 * @param count    event loops that share the queue pairs, each with numbers of its own; 1 to
 *                 {@link QpnShards#MAX_LANES}.
 * @param steering of several: who sees to it that datagrams come to the one that has their queue pair.
 */
public record LanesConfig(int count, LaneSteering steering)
{
    /** One lane has all. */
    public static final LanesConfig ONE = of(1);

    /** @throws IllegalArgumentException naming what is out of range, its value and its bounds. */
    public LanesConfig
    {
        QueuePairsConfig.require("lanes", count, 1, QpnShards.MAX_LANES);
        if (steering == null)
        {
            throw new IllegalArgumentException("steering must be set");
        }
    }

    /** So many, steered where the system can. */
    public static LanesConfig of(final int count)
    {
        return new LanesConfig(count, LaneSteering.AUTO);
    }
}
