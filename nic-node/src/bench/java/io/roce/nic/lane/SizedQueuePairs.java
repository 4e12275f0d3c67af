package io.roce.nic.lane;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.wire.Qpn;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;

import org.agrona.concurrent.SystemNanoClock;

/** So many queue pairs with numbers in a row, no cache, no quarantine; and what memory they take. */
final class SizedQueuePairs implements AutoCloseable
{
    private static final int BATCH = 1024;

    private final int firstQpn;
    private final int count;
    private final long heapBefore = heapBytes();
    private final QueuePairs queuePairs;

    /** Empty. */
    SizedQueuePairs(final QpTableKind table, final int count)
    {
        firstQpn = Math.min(NicNodeConfig.FIRST_QPN_DEFAULT, Qpn.MAX_USER - count + 1);
        this.count = count;
        queuePairs = new QueuePairs(
            new QueuePairsConfig(
                firstQpn,
                firstQpn + count - 1,
                count,
                QueuePairsFixture.policies("none"),
                table,
                QpCacheConfig.OFF,
                SamplePorts.IPV4),
            SystemNanoClock.INSTANCE,
            new SplittableRandom());
    }

    /** Creates them all, 1,024 in one call. */
    void create() throws VerbsException
    {
        for (int done = 0; done < count; done += BATCH)
        {
            queuePairs.create(QpType.RC, new int[Math.min(BATCH, count - done)], false);
        }
    }

    /** Asks for as many as there are, each time for any one of them. */
    long lookup(final SplittableRandom random)
    {
        final QpResolver resolver = queuePairs.resolver();
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += resolver.resolve(firstQpn + random.nextInt(count)).generation();
        }
        return sum;
    }

    /** Destroys them all, in order. */
    void destroy() throws VerbsException
    {
        for (int qpn = firstQpn; qpn < firstQpn + count; qpn++)
        {
            queuePairs.destroy(qpn);
        }
    }

    /** What the table says, and what the virtual machine says of the same. */
    String memory()
    {
        final TableFigures figures = queuePairs.figures().table();
        final long pageBytes = (long)figures.recordsPerPage() * figures.recordLength();
        final long expected = figures.pages() * pageBytes;
        final long heap = Math.max(0, heapBytes() - heapBefore);
        final long committed = figures.bytesCommitted();
        final String line = "%s: %,d live; %,d pages x %,d bytes = %,d, %d spare; %,d committed; %,d of direct memory"
            .formatted(
                figures.kind(),
                figures.live(),
                figures.pages(),
                pageBytes,
                expected,
                figures.sparePages(),
                committed,
                directBytes());
        return figures.live() == 0 ? line : line + "; committed %+.3f %%; a queue pair %.2f off heap, %.2f on heap"
            .formatted(
                100.0 * (committed - expected) / expected,
                committed / (double)figures.live(),
                heap / (double)figures.live());
    }

    @Override
    public void close()
    {
        queuePairs.close();
    }

    private static long heapBytes()
    {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long directBytes()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    }
}
