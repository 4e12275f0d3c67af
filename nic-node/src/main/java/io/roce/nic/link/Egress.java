package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/**
 * Takes what is to be sent, in the order in which it is to leave. One thread: that of the lane whose datagrams leave.
 */
public interface Egress
{
    /**
     * Sends one datagram. It leaves at the latest with the next {@link #flush()}; nobody is told whether it arrives.
     *
     * @param datagram   the packet with its ICRC, which was computed for addresses and ports as given here,
     *                   identification 0 and don't-fragment. Not changed, and the caller's again when this returns:
     *                   whoever needs it longer copies it.
     * @param to         address and port of the receiver, of the same family as the address that is sent from.
     * @param sourcePort UDP port that it leaves from: see {@link SourcePorts}.
     */
    void send(RoceDatagram datagram, InetSocketAddress to, int sourcePort);

    /** Lets what has been sent leave. To be called after each batch. */
    void flush();
}
