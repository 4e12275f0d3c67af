package io.roce.nic.trace;

import io.roce.nic.link.GidEntry;
import io.roce.nic.qp.QpContext;

/**
 * What is known of one datagram beside its bytes: where it arrived, what the look-up of its number found, and why it
 * was dropped. One object for all datagrams, one after the other. Lane thread only.
 */
public final class Arrival
{
    private static final int NOT_LOOKED_UP = -1;

    private final FateReason reason;
    private GidEntry gid;
    private QpContext qp;
    private int levels;

    /** @param reason written by whoever drops a datagram, before it ends. */
    public Arrival(final FateReason reason)
    {
        this.reason = reason;
    }

    /** The next datagram has come. */
    public void begin(final GidEntry arrivedAt)
    {
        if (gid != arrivedAt)
        {
            gid = arrivedAt;
        }
        levels = NOT_LOOKED_UP;
    }

    /**
     * Its number was looked up.
     *
     * @param found        null when it names no live queue pair.
     * @param levelsWalked of the table; 0 when the cache had it.
     */
    public void onLookUp(final QpContext found, final int levelsWalked)
    {
        if (qp != found)
        {
            qp = found;
        }
        levels = levelsWalked;
    }

    /** Where it arrived. */
    public GidEntry gid()
    {
        return gid;
    }

    /** The queue pair that it names, as it is now that the datagram has ended; null when there is none, or none yet. */
    public QpContext qp()
    {
        return isLookedUp() ? qp : null;
    }

    /** Whether it came so far that its number was looked up. */
    public boolean isLookedUp()
    {
        return levels != NOT_LOOKED_UP;
    }

    /** Levels of the table that the look-up walked; 0 when the cache had it, or nothing was looked up. */
    public int levels()
    {
        return Math.max(0, levels);
    }

    /** Why it was dropped; of no meaning when its fate is no drop. */
    public FateReason reason()
    {
        return reason;
    }
}
