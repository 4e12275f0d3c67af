package io.roce.nic.qp;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tables with as many queue pairs as an adapter has, and with as many as there are numbers. */
class QpTableFullSizeTest
{
    private static final int FIRST = 0x11;
    private static final int MILLION = 1 << 20;
    private static final int RECORD_LENGTH = 256;

    private final QpContext context = new QpContext();

    @ParameterizedTest
    @EnumSource
    void shouldHoldAMillionQueuePairsAndGiveTheirMemoryBack(final QpTableKind kind)
    {
        fillAndEmpty(kind, FIRST, FIRST + MILLION - 1);
    }

    /** To run it: {@code -Dtest.jvm.args="--add-opens=... -XX:MaxDirectMemorySize=5g"}. */
    @Test
    void shouldHoldEveryNumberThatThereIs()
    {
        final long needed = 4_400_000_000L;
        assumeTrue(maxDirectMemory() >= needed,
            () -> "takes -XX:MaxDirectMemorySize=5g, and it is " + maxDirectMemory());
        assumeTrue(freeMemory() >= needed, () -> "takes 4.4 GB, and the machine has " + freeMemory() + " free");
        fillAndEmpty(QpTableKind.TWO_LEVEL, 2, 0xFFFFFE);
    }

    private void fillAndEmpty(final QpTableKind kind, final int first, final int last)
    {
        final long directBefore = directMemory();
        final QpTable table = kind.open(first, last);
        for (int qpn = first; qpn <= last; qpn++)
        {
            if (!table.install(qpn, QpType.RC, qpn + 1_000L, 0))
            {
                throw new AssertionError("no memory at " + qpn);
            }
        }

        final long pageBytes = (long)table.recordsPerPage() * RECORD_LENGTH;
        assertTrue(pageBytes * table.pages() >= (last - first + 1L) * RECORD_LENGTH);
        within5Percent(pageBytes * table.pages(), table.bytesCommitted());
        final long committed = table.bytesCommitted();
        within5Percent(committed, directMemory() - directBefore);

        final long[] counts = new long[2];
        PageWalk.of(table).forEach(page ->
        {
            counts[0]++;
            counts[1] += page.live();
        });
        assertEquals(table.pages(), counts[0]);
        assertEquals(last - first + 1L, counts[1]);

        for (int qpn = first; qpn <= last; qpn++)
        {
            if (!table.lookup(qpn, context) || context.qpn() != qpn || context.generation() != qpn + 1_000L)
            {
                throw new AssertionError(qpn + " is not there");
            }
        }

        for (int qpn = first; qpn <= last; qpn++)
        {
            table.retire(qpn, 0);
            table.release(qpn);
        }
        assertFalse(table.lookup(first, context));
        assertEquals(-1, table.nextLive(-1));
        assertEquals(kind == QpTableKind.FLAT ? 1 : 0, table.pages());
        assertTrue(table.bytesCommitted() <= pageBytes + 64, "one page, in use or spare, is all that may be left");

        table.close();
        assertEquals(0, table.bytesCommitted());
        // What else runs in this JVM may have taken some meanwhile.
        assertTrue(
            directMemory() <= directBefore + committed / 20, "returned, and not left to the garbage collector");
    }

    private static void within5Percent(final long expected, final long actual)
    {
        assertTrue(Math.abs(actual - expected) * 20 <= expected, () -> expected + " and " + actual);
    }

    private static long directMemory()
    {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    }

    private static long maxDirectMemory()
    {
        final long option = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxDirectMemorySize").getValue());
        return option == 0 ? Runtime.getRuntime().maxMemory() : option;
    }

    private static long freeMemory()
    {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
    }
}
