package io.roce.tools.send;

/** Packets, each told by its index, built one at a time into the datagram that the series writes to. Single thread. */
interface PacketSeries
{
    /** How many; {@link Long#MAX_VALUE} for more than that. */
    long count();

    /**
     * Builds one packet.
     *
     * @param index from 0 on, below {@link #count()}.
     * @return its length.
     * @throws IllegalArgumentException when there is no room for it.
     */
    int build(long index);
}
