package io.roce.tools.send;

import io.roce.wire.packet.RoceDatagram;


/**
 * The first bytes of packets; those that are no longer than that are whole.
 *
 * @param packets write to the datagram.
 * @param length  bytes, at most.
 */
record TruncatedPackets(PacketSeries packets, RoceDatagram datagram, int length) implements PacketSeries
{
    @Override
    public long count()
    {
        return packets.count();
    }

    @Override
    public int build(final long index)
    {
        final int cut = Math.min(packets.build(index), length);
        datagram.onBytes(cut);
        return cut;
    }
}
