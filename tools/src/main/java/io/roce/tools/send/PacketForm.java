package io.roce.tools.send;

import io.roce.wire.packet.RoceDatagram;

/** What packets are made from: values, or a packet that there is already. What is set stays set. Not thread-safe. */
interface PacketForm
{
    void opcode(int opcode);

    /** Sets every field with that option; those that the packet does not have are left out. */
    void set(String option, long value);

    /** Which of several packets it is, from 0 on. */
    void choose(int index);

    /**
     * Builds a packet into a datagram that has its addresses and ports.
     *
     * @param psnsAhead how far the PSN is ahead of the one that was set or was there.
     * @return its length.
     * @throws IllegalArgumentException when there is no room for it.
     */
    int build(RoceDatagram datagram, int psnsAhead);
}
