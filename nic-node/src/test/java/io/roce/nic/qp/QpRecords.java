package io.roce.nic.qp;

import io.roce.nic.memory.DirectMemory;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

import org.agrona.concurrent.UnsafeBuffer;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** What tests of other packages need to see of records. */
public final class QpRecords
{
    private QpRecords()
    {
    }

    /** A table of two levels with memory for so many pages, which it knows. */
    public static QpTable newTable(final int pageBits, final int maxPages)
    {
        final Memory memory = new Memory(maxPages);
        memory.table = new TwoLevelQpTable(pageBits, memory);
        return memory.table;
    }

    /** A table of two levels that is told of endless memory, and gets what the function gives. */
    public static QpTable newTable(final int pageBits, final IntFunction<ByteBuffer> memory)
    {
        return new TwoLevelQpTable(pageBits, memory::apply);
    }

    /** The record of a live queue pair, byte by byte. */
    public static byte[] bytes(final QpTable table, final int qpn)
    {
        final QpContext context = lookup(table, qpn);
        final byte[] bytes = new byte[table.recordLength()];
        page(context).getBytes(offset(context), bytes);
        return bytes;
    }

    /** Where the record of a live queue pair starts in memory. */
    public static long address(final QpTable table, final int qpn)
    {
        final QpContext context = lookup(table, qpn);
        return page(context).addressOffset() + offset(context);
    }

    private static QpContext lookup(final QpTable table, final int qpn)
    {
        final QpContext context = new QpContext();
        if (!table.lookup(qpn, context))
        {
            throw new AssertionError(qpn + " is not live");
        }
        return context;
    }

    private static UnsafeBuffer page(final QpContext context)
    {
        return (UnsafeBuffer)field(context, "page");
    }

    private static int offset(final QpContext context)
    {
        return (int)field(context, "offset");
    }

    private static Object field(final QpContext context, final String name)
    {
        try
        {
            final Field field = QpContext.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(context);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static final class Memory implements DirectMemory
    {
        private final int maxPages;
        private QpTable table;

        Memory(final int maxPages)
        {
            this.maxPages = maxPages;
        }

        @Override
        public ByteBuffer allocate(final int length)
        {
            assertTrue(length <= left());
            return ByteBuffer.allocateDirect(length);
        }

        @Override
        public long left()
        {
            final long pageLength = (long)table.recordsPerPage() * table.recordLength() + 64;
            return maxPages * pageLength - table.bytesCommitted();
        }
    }
}
