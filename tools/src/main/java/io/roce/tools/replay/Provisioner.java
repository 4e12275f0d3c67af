package io.roce.tools.replay;

import io.roce.nic.qp.QpState;
import io.roce.tools.mapping.Endpoint;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Makes on the node the queue pairs that a capture speaks of, connected to the address that the replay sends from, and
 * maps their numbers. Each gets its recorded number where that is free, any other where it is not.
 */
public final class Provisioner
{
    private final OwnedQps owned;
    private final QpnMap qpnMap;

    public Provisioner(final OwnedQps owned, final QpnMap qpnMap)
    {
        this.owned = owned;
        this.qpnMap = qpnMap;
    }

    /**
     * Makes them, in RTS; those that the map has a rule for already are the caller's affair.
     *
     * @param source the address that the replay sends from.
     */
    public List<ProvisionedQp> provision(final Collection<RecordedQp> recordedQps, final InetAddress source)
    {
        final List<ProvisionedQp> provisioned = new ArrayList<>();
        for (final RecordedQp recorded : recordedQps)
        {
            final Endpoint endpoint = recorded.endpoint();
            if (!qpnMap.has(endpoint))
            {
                final int free = owned.createIfFree(recorded.type(), endpoint.qpn());
                final int qpn = free == OwnedQps.NOT_FREE ? owned.create(recorded.type()) : free;
                owned.bringUp(qpn, plan(recorded, source), QpState.RTS);
                qpnMap.put(endpoint.address(), endpoint.qpn(), qpn);
                provisioned.add(new ProvisionedQp(recorded, qpn));
            }
        }
        return provisioned;
    }

    /** Where the capture does not tell the peer's number, the queue pair's own does as well as any. */
    private static QpPlan plan(final RecordedQp recorded, final InetAddress source)
    {
        return new QpPlan(
            recorded.type(),
            source,
            recorded.peerQpn() == RecordedQp.UNKNOWN ? recorded.endpoint().qpn() : recorded.peerQpn(),
            Math.max(0, recorded.firstRequestPsn()),
            Math.max(0, recorded.firstResponsePsn()),
            recorded.qKey(),
            recorded.pathMtu());
    }
}
