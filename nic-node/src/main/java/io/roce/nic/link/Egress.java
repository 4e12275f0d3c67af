package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/**
 * Takes what is to be sent, in the order in which it is to leave. One thread: that of the lane whose datagrams leave.
 */
public interface Egress
{
    /**
     * Makes a UDP port one that datagrams can leave from, until {@link #closeSourcePort} has been called for it as
     * often as this. To be asked before the first packet is written: the ICRC covers the port.
     *
     * @param wished as {@link SourcePorts} has it.
     * @return that port; or the one that data is received at, which is always there, when it cannot be had.
     */
    int openSourcePort(int wished);

    /** Gives back what {@link #openSourcePort} has answered. */
    void closeSourcePort(int port);

    /**
     * Whether there is room for what is sent from that port. Where there is none it is dropped, and counted. When there
     * is again, whoever keeps this going polls its {@link TimedWork}.
     */
    boolean isWritable(int sourcePort);

    /**
     * Sends one datagram. It leaves at the latest with the next {@link #flush()}; nobody is told whether it arrives, or
     * that the system refuses it, which is counted.
     *
     * @param datagram   the packet with its ICRC, which was computed for addresses and ports as given here,
     *                   identification 0 and don't-fragment. Not changed, and the caller's again when this returns:
     *                   whoever needs it longer copies it.
     * @param to         address and port of the receiver, of the same family as the address that is sent from.
     * @param sourcePort UDP port that it leaves from, as {@link #openSourcePort} has answered.
     */
    void send(RoceDatagram datagram, InetSocketAddress to, int sourcePort);

    /** Lets what has been sent leave. To be called after each batch. */
    void flush();
}
