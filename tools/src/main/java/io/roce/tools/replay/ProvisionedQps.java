package io.roce.tools.replay;

import io.roce.tools.mapping.QpnMap;
import io.roce.tools.qp.OwnedQps;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The queue pairs of a capture, made on the nodes that its packets go to. Closing destroys them. Not thread-safe, but
 * that a process that is told to end destroys them too.
 */
final class ProvisionedQps implements AutoCloseable
{
    private final Map<Target, OwnedQps> owned = new LinkedHashMap<>();
    private final Map<Target, Provisioner> provisioners = new LinkedHashMap<>();
    private final List<ProvisionedQp> all = new ArrayList<>();

    /** Makes them, in RTS; those that the map has a rule for already are the caller's affair. */
    void make(final Collection<RecordedQp> recordedQps, final Routes routes, final QpnMap qpnMap) throws IOException
    {
        for (final RecordedQp recorded : recordedQps)
        {
            final Target target = routes.targetOf(recorded.endpoint().address());
            Provisioner provisioner = provisioners.get(target);
            if (provisioner == null)
            {
                final OwnedQps owner =
                    new OwnedQps(target.node().admin(), target.node().admin().ports().of(target.to()));
                owned.put(target, owner);
                provisioner = new Provisioner(owner, qpnMap);
                provisioners.put(target, provisioner);
            }
            all.addAll(provisioner.provision(
                List.of(recorded), routes.from(recorded.peerAddress(), target).getAddress()));
        }
    }

    /** In the order in which packets to them appear in the capture. */
    List<ProvisionedQp> all()
    {
        return all;
    }

    /** Takes each through RESET and up again: as it was when it was made, with the number that it has. */
    void renew()
    {
        provisioners.values().forEach(Provisioner::renew);
    }

    /** Leaves them as they are. */
    void keep()
    {
        owned.values().forEach(OwnedQps::keep);
    }

    @Override
    public void close()
    {
        RuntimeException failure = null;
        for (final OwnedQps qps : owned.values())
        {
            try
            {
                qps.close();
            }
            catch (final RuntimeException e)
            {
                if (failure != null)
                {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        if (failure != null)
        {
            throw failure;
        }
    }
}
