package io.roce.tools.misses;

import io.roce.nic.qp.QpCacheProfile;

/** What others have measured of real adapters, as it was published. */
enum PublishedCurve
{
    CX6_READ("READ, two ConnectX-6", QpCacheProfile.CX6_READ, new int[]{32, 64, 512, 4_096}, 83, 55, 42, 21),
    CX6_WRITE("WRITE, two ConnectX-6", QpCacheProfile.CX6_WRITE, new int[]{32, 64, 512, 4_096, 16_384},
        123, 121, 122, 111, 105);

    private final String label;
    private final QpCacheProfile profile;
    private final int[] active;
    private final double[] mops;

    PublishedCurve(final String label, final QpCacheProfile profile, final int[] active, final double... mops)
    {
        this.label = label;
        this.profile = profile;
        this.active = active;
        this.mops = mops;
    }

    String label()
    {
        return label;
    }

    /** The profile that nodes have for it. */
    QpCacheProfile profile()
    {
        return profile;
    }

    /** Where it comes from. */
    String source()
    {
        return profile.source();
    }

    /** Queue pairs, at each point. */
    int[] active()
    {
        return active.clone();
    }

    /** Millions of operations a second, at each point. */
    double[] mops()
    {
        return mops.clone();
    }
}
