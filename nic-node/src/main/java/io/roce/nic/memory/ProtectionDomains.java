package io.roce.nic.memory;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * The protection domains of a lane, and what belongs to each: one that is in use stays. Lane thread only.
 *
 * <p>The lanes of a node have the same domains: those of the first lane are made and ended, and counted, while all
 * lanes are held, and those of the others follow.
 */
public final class ProtectionDomains
{
    /** What the limit on domains may be at most. */
    public static final int MAX_PDS = 1 << 20;

    private static final class Uses
    {
        private final ProtectionDomain pd;
        private int regions;
        private int qps;

        Uses(final ProtectionDomain pd)
        {
            this.pd = pd;
        }
    }

    private final Int2ObjectHashMap<Uses> uses = new Int2ObjectHashMap<>();
    private final int maxPds;

    /** Of the other lanes; none but the first lane's has them. */
    private final List<ProtectionDomains> others = new ArrayList<>();
    private int lastHandle;

    /**
     * @param maxPds domains that may live at once, 1 to {@link #MAX_PDS}.
     * @throws IllegalArgumentException when it is outside.
     */
    public ProtectionDomains(final int maxPds)
    {
        if (maxPds < 1 || maxPds > MAX_PDS)
        {
            throw new IllegalArgumentException("maxPds is %d, outside 1 to %d".formatted(maxPds, MAX_PDS));
        }
        this.maxPds = maxPds;
    }

    /** The same for another lane; before there is any. */
    public ProtectionDomains ofAnotherLane()
    {
        final ProtectionDomains other = new ProtectionDomains(maxPds);
        others.add(other);
        return other;
    }

    /** A domain that nothing belongs to yet. */
    public ProtectionDomain allocPd() throws VerbsException
    {
        if (uses.size() == maxPds)
        {
            throw VerbsException.limitReached("protection domains", maxPds);
        }
        if (lastHandle == Integer.MAX_VALUE)
        {
            // A node that runs so long would otherwise give an old handle to a new domain.
            throw VerbsException.outOfRange("pd", lastHandle + 1L, 1, Integer.MAX_VALUE, NumberForm.DECIMAL);
        }

        lastHandle++;
        final ProtectionDomain pd = new ProtectionDomain(lastHandle);
        uses.put(lastHandle, new Uses(pd));
        others.forEach(other -> other.uses.put(pd.handle(), new Uses(pd)));
        return pd;
    }

    /** Ends a domain; refused while regions or queue pairs belong to it. */
    public void deallocPd(final ProtectionDomain pd) throws VerbsException
    {
        require(pd);
        final PdFigures used = figures(pd.handle());
        if (used.regions() > 0 || used.qps() > 0)
        {
            throw new VerbsException(
                VerbsErrorCode.IN_USE,
                "protection domain %d has %d regions and %d queue pairs".formatted(
                    pd.handle(), used.regions(), used.qps()))
                .with("pd", pd.handle())
                .with("regions", used.regions())
                .with("qps", used.qps());
        }
        uses.remove(pd.handle());
        others.forEach(other -> other.uses.remove(pd.handle()));
    }

    /** The domain with that handle, refused when there is none. */
    public ProtectionDomain get(final int handle) throws VerbsException
    {
        return require(handle).pd;
    }

    /** Refuses a domain that is none of these, or has ended. */
    public void requirePd(final ProtectionDomain pd) throws VerbsException
    {
        require(pd);
    }

    /** A queue pair begins to belong to a domain. */
    public void addQp(final ProtectionDomain pd) throws VerbsException
    {
        require(pd).qps++;
    }

    /** A queue pair that {@link #addQp} was told of has ended. */
    public void removeQp(final ProtectionDomain pd)
    {
        final Uses used = uses.get(pd.handle());
        if (used == null || used.pd != pd || used.qps == 0)
        {
            throw new IllegalStateException("no queue pair belongs to protection domain " + pd.handle());
        }
        used.qps--;
    }

    /** As many as may be at once. Any thread. */
    public int maxPds()
    {
        return maxPds;
    }

    /** What belongs to the domain with that handle, in all lanes together. */
    public PdFigures figures(final int handle) throws VerbsException
    {
        final Uses used = require(handle);
        int qps = used.qps;
        for (final ProtectionDomains other : others)
        {
            qps += other.require(handle).qps;
        }
        return new PdFigures(handle, used.regions, qps);
    }

    /** The handles of all domains, in no order. */
    public void forEachHandle(final IntConsumer action)
    {
        uses.forEachInt((handle, use) -> action.accept(handle));
    }

    /** Domains that live. */
    public int size()
    {
        return uses.size();
    }

    void addRegion(final ProtectionDomain pd) throws VerbsException
    {
        require(pd).regions++;
    }

    void removeRegion(final ProtectionDomain pd)
    {
        uses.get(pd.handle()).regions--;
    }

    private Uses require(final ProtectionDomain pd) throws VerbsException
    {
        final Uses used = require(pd.handle());
        if (used.pd != pd)
        {
            throw unknown(pd.handle());
        }
        return used;
    }

    private Uses require(final int handle) throws VerbsException
    {
        final Uses used = uses.get(handle);
        if (used == null)
        {
            throw unknown(handle);
        }
        return used;
    }

    private static VerbsException unknown(final int handle)
    {
        return new VerbsException(
            VerbsErrorCode.UNKNOWN_HANDLE, "no protection domain has the handle " + handle)
            .with("pd", handle);
    }
}
