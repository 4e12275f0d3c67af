package io.roce.nic.lane;

import io.roce.nic.qp.QpTable;
import io.roce.nic.qp.TwoLevelQpTable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;

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
        return new QueuePairs(config(firstQpn, lastQpn), clock);
    }

    /** With a defect behind one number: looking it up throws. */
    public static QueuePairs poisoned(
        final int firstQpn, final int lastQpn, final int poisonedQpn, final RuntimeException defect)
    {
        final QpTable table = new TwoLevelQpTable();
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
        return new QueuePairs(config(firstQpn, lastQpn), new CachedNanoClock(), (QpTable)poisoned);
    }

    private static QueuePairsConfig config(final int firstQpn, final int lastQpn)
    {
        return new QueuePairsConfig(
            firstQpn, lastQpn, lastQpn - firstQpn + 1, TimeUnit.HOURS.toNanos(1), 4, 2, false);
    }
}
