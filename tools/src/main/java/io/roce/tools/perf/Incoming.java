package io.roce.tools.perf;

import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages that come in one at a time, over the first queue pair of a phase. A SEND completes a receive. A WRITE
 * completes nothing: its last byte is looked at until it changes, as programs do that use it. Allocates nothing.
 */
final class Incoming
{
    /** As long is looked without a pause; then the processor is left to others between two looks. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final PhaseEnd end;
    private final UnsafeBuffer memory;
    private final int size;
    private final boolean isWrite;
    private long received;
    private int offset;
    private long number;

    /** Posts the receives; what is in the memory now is no message. */
    Incoming(final PhaseEnd end)
    {
        this.end = end;
        memory = end.memory();
        size = end.size();
        isWrite = end.plan().op() == PerfOp.WRITE;
        if (isWrite)
        {
            offset = end.layout().in(0, 0);
            memory.setMemory(offset, size, (byte)0);
        }
        else
        {
            end.qps().postAllRecvs();
        }
    }

    /**
     * Waits for the next message.
     *
     * @return false when none came in time.
     */
    boolean await(final long timeoutNs)
    {
        return isWrite ? awaitChange(timeoutNs) : awaitReceive(timeoutNs);
    }

    /**
     * The number of the message that has come, counted from 1, as its last byte has it: right as long as fewer than 128
     * in a row are lost.
     */
    long number()
    {
        return number;
    }

    /** Messages that have come. */
    long received()
    {
        return received;
    }

    /** Whether every byte of it is right. Of a WRITE the last may be seen before the others, which are waited for. */
    boolean isWhole()
    {
        final long startNs = System.nanoTime();
        while (!MessageContent.isWhole(memory, offset, size, 0, number))
        {
            if (!isWrite || System.nanoTime() - startNs > PhaseCompletions.LOOK_NS)
            {
                return false;
            }
        }
        return true;
    }

    /** The message has been looked at, and its place may be used again. */
    void release()
    {
        if (!isWrite)
        {
            end.qps().postRecv(0, received - 1);
        }
    }

    private boolean awaitReceive(final long timeoutNs)
    {
        if (!end.completions().await(end.qps().receives(), timeoutNs))
        {
            return false;
        }
        offset = end.layout().in(0, received) + end.layout().headroom();
        received++;
        onMark(memory.getByte(offset + size - 1));
        return true;
    }

    private boolean awaitChange(final long timeoutNs)
    {
        final long startNs = System.nanoTime();
        byte mark = memory.getByteVolatile(offset + size - 1);
        while (mark == (byte)number)
        {
            final long waitedNs = System.nanoTime() - startNs;
            if (waitedNs >= timeoutNs)
            {
                end.completions().requirePeer();
                return false;
            }
            if (waitedNs < SPIN_NS)
            {
                Thread.onSpinWait();
            }
            else
            {
                Thread.yield();
            }
            mark = memory.getByteVolatile(offset + size - 1);
        }
        received++;
        onMark(mark);
        return true;
    }

    /** Late ones have lower numbers. */
    private void onMark(final byte mark)
    {
        number += (byte)(mark - number);
    }
}
