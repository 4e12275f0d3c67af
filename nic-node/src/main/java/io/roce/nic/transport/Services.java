package io.roce.nic.transport;

import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.trace.FateReason;
import io.roce.nic.work.ScatterGather;

import org.agrona.concurrent.NanoClock;

/**
 * What the machines of all queue pairs share.
 *
 * @param regions       keys to memory.
 * @param scatterGather bytes between packets and memory.
 * @param writer        of packets.
 * @param doorbells     who waits for a turn to send.
 * @param failures      takes a queue pair to its error state.
 * @param reason        what was expected of the packet that was refused last, beside what came.
 */
record Services(
    MemoryRegions regions,
    ScatterGather scatterGather,
    PacketWriter writer,
    Doorbells doorbells,
    Failures failures,
    NanoClock clock,
    Profile profile,
    FateReason reason)
{
}
