package io.roce.tools.reuse;

import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.transport.QpQueues;

/** A queue pair from the time it is connected until that ends, and what a stale packet of it knows afterwards. */
final class Connection
{
    private final QpQueues queues;
    private final int epoch;
    private final int peer;
    private final int psn;
    private final MemoryRegion region;
    private int executed;

    /**
     * @param peer   which of the peers.
     * @param psn    the first one that is expected.
     * @param region that the peer knows the key of, for this connection alone; or null.
     */
    Connection(final QpQueues queues, final int epoch, final int peer, final int psn, final MemoryRegion region)
    {
        this.queues = queues;
        this.epoch = epoch;
        this.peer = peer;
        this.psn = psn;
        this.region = region;
    }

    QpQueues queues()
    {
        return queues;
    }

    int qpn()
    {
        return queues.qpn();
    }

    long generation()
    {
        return queues.generation();
    }

    /** When it was connected: the queue pair that it was has gone on to others if it is another one now. */
    int epoch()
    {
        return epoch;
    }

    int peer()
    {
        return peer;
    }

    int psn()
    {
        return psn;
    }

    MemoryRegion region()
    {
        return region;
    }

    /** How many PSNs stale packets have taken. */
    int executed()
    {
        return executed;
    }

    void onExecuted()
    {
        executed++;
    }

    void onRestored()
    {
        executed = 0;
    }
}
