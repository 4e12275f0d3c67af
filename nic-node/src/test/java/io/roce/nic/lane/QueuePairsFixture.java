package io.roce.nic.lane;

import io.roce.nic.link.Egress;
import io.roce.nic.link.Ports;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.transport.Profile;
import io.roce.nic.transport.Resources;
import io.roce.nic.transport.Transport;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.SplittableRandom;

import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.NanoClock;

/** Queue pairs for the tests of what stands around them: IPv4, a small cache, an hour of quarantine. */
public final class QueuePairsFixture
{
    private QueuePairsFixture()
    {
    }

    /** Time stands still. */
    public static QueuePairs open(final int firstQpn, final int lastQpn)
    {
        return open(firstQpn, lastQpn, new CachedNanoClock());
    }

    public static QueuePairs open(final int firstQpn, final int lastQpn, final NanoClock clock)
    {
        return new QueuePairs(config(firstQpn, lastQpn, SamplePorts.IPV4), clock, new SplittableRandom(1));
    }

    /** With other ports. */
    public static QueuePairs open(final int firstQpn, final int lastQpn, final Ports ports)
    {
        return new QueuePairs(config(firstQpn, lastQpn, ports), new CachedNanoClock(), new SplittableRandom(1));
    }

    /** Queue pairs that may be served, whose packets all leave there. */
    public static QueuePairs served(final int firstQpn, final int lastQpn, final Egress egress)
    {
        final NanoClock clock = new CachedNanoClock();
        return new QueuePairs(
            config(firstQpn, lastQpn, SamplePorts.IPV4),
            clock,
            new SplittableRandom(1),
            resolver -> new Transport(
                SamplePorts.IPV4,
                gid -> egress,
                Resources.of(4, 16, 4, new SplittableRandom(1)),
                resolver,
                clock,
                Profile.IBTA));
    }

    /** With a defect behind one number: looking it up throws. */
    public static QueuePairs poisoned(
        final int firstQpn, final int lastQpn, final int poisonedQpn, final RuntimeException defect)
    {
        final QpTable table = QpTableKind.TWO_LEVEL.open(firstQpn, lastQpn);
        final Class<?>[] types = {QpTable.class};
        final ClassLoader loader = QpTable.class.getClassLoader();
        final Object poisoned = Proxy.newProxyInstance(loader, types, (self, called, arguments) ->
        {
            if (called.getName().equals("lookup") && (int)arguments[0] == poisonedQpn)
            {
                throw defect;
            }
            try
            {
                return called.invoke(table, arguments);
            }
            catch (final InvocationTargetException ex)
            {
                throw ex.getCause();
            }
        });
        return new QueuePairs(
            config(firstQpn, lastQpn, SamplePorts.IPV4),
            new CachedNanoClock(),
            new SplittableRandom(1),
            (QpTable)poisoned);
    }

    /** What a node does unless it is told otherwise, but for the quarantine. */
    public static QpnPolicies policies(final String quarantine)
    {
        return new QpnPolicies(
            AllocationOrder.CYCLIC,
            QuarantinePolicy.parse(quarantine),
            QuarantinePressure.STRICT,
            ResetHold.ALLOW,
            60_000_000_000L,
            268_435_456L);
    }

    /** Of no sets: none. */
    static QpCacheConfig cache(final int sets, final int ways)
    {
        return sets == 0 ? QpCacheConfig.OFF : new QpCacheConfig(sets, ways);
    }

    private static QueuePairsConfig config(final int firstQpn, final int lastQpn, final Ports ports)
    {
        return new QueuePairsConfig(
            firstQpn, lastQpn, lastQpn - firstQpn + 1, policies("3600s"), QpTableKind.TWO_LEVEL, cache(4, 2), ports);
    }
}
