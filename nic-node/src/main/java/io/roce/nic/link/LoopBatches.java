package io.roce.nic.link;

import io.netty.util.concurrent.FastThreadLocal;
import io.roce.nic.mmsg.ReceiveBatch;
import io.roce.nic.mmsg.SendBatch;
import io.roce.wire.packet.RoceDatagram;

import java.util.ArrayDeque;

/**
 * Memory of the system calls of all sockets on one event loop. Only one of them receives at a time, so they take turns
 * at the memory for that, which is some megabytes; and what is to be sent has memory only while it waits. Event loop
 * only.
 */
final class LoopBatches
{
    /** Bytes that wait in memory for room in a socket's send buffer, or for the next system call. */
    static final int BACKLOG = 128 << 10;

    /** Datagrams, or pieces of several, taken from the system in one call. */
    private static final int SLOTS = 64;

    private static final FastThreadLocal<LoopBatches> OF_LOOP = new FastThreadLocal<>()
    {
        @Override
        protected LoopBatches initialValue()
        {
            return new LoopBatches();
        }
    };

    private final ReceiveBatch[] receiveBatches = new ReceiveBatch[4];
    private final ArrayDeque<SendBatch> idle = new ArrayDeque<>();

    private LoopBatches()
    {
    }

    /** Those of the event loop that calls. */
    static LoopBatches ofThisLoop()
    {
        return OF_LOOP.get();
    }

    /**
     * The one batch for all sockets of a kind: what it holds is valid until the next of them receives.
     *
     * @param isSegmented whether the sockets leave datagrams of one length and sender together.
     */
    ReceiveBatch toReceive(final boolean isIpv6, final boolean isSegmented)
    {
        final int kind = (isIpv6 ? 1 : 0) + (isSegmented ? 2 : 0);
        if (receiveBatches[kind] == null)
        {
            receiveBatches[kind] = new ReceiveBatch(
                SLOTS, isSegmented ? ReceiveBatch.MAX_LENGTH : RoceDatagram.CAPACITY, isIpv6, isSegmented);
        }
        return receiveBatches[kind];
    }

    /** An empty batch, the caller's until it is given back. */
    SendBatch take()
    {
        final SendBatch batch = idle.poll();
        return batch == null ? new SendBatch(BACKLOG) : batch;
    }

    /** @param batch empty. */
    void giveBack(final SendBatch batch)
    {
        idle.push(batch);
    }
}
