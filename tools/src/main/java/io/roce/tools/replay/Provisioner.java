package io.roce.tools.replay;

import io.roce.nic.qp.QpState;
import io.roce.tools.mapping.Endpoint;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes on the node the queue pairs that a capture speaks of, connected to the address that the replay sends from, and
 * maps their numbers. Each gets its recorded number where that is free, any other where it is not.
 */
public final class Provisioner
{
    private final OwnedQps owned;
    private final QpnMap qpnMap;
    private final Map<Integer, QpPlan> plans = new LinkedHashMap<>();

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
                plans.put(qpn, plan(recorded, source));
                owned.bringUp(qpn, plans.get(qpn), QpState.RTS);
                qpnMap.put(endpoint.address(), endpoint.qpn(), qpn);
                provisioned.add(new ProvisionedQp(recorded, owned.at().udp(), qpn));
            }
        }
        return provisioned;
    }

    /** Takes all that were made through RESET and up again. */
    public void renew()
    {
        plans.forEach((qpn, plan) ->
        {
            owned.toReset(qpn);
            owned.bringUp(qpn, plan, QpState.RTS);
        });
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
