package io.roce.nic.transport;

import io.roce.nic.link.Egress;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The way of packets from an address of ours to a peer, whose source port is open as long as the way is in use.
 *
 * @param egress      the address of ours that they leave from.
 * @param source      that address, 4 or 16 bytes.
 * @param sourcePort  UDP port that packets leave from; the ICRC covers it.
 * @param destination the peer's address, as many bytes.
 * @param to          the same with the port of RoCEv2.
 * @param ownQpn      the queue pair whose way it is; {@link RoceDatagram#NO_QPN} where several share it.
 */
record Route(
    Egress egress, byte[] source, int sourcePort, byte[] destination, InetSocketAddress to, int ownQpn)
{
    /** One that several queue pairs may share. */
    static Route open(
        final Egress egress, final InetAddress source, final int wishedPort, final InetAddress destination)
    {
        return open(RoceDatagram.NO_QPN, egress, source, wishedPort, destination);
    }

    /** @param wishedPort that packets should leave from; the egress says which it is. */
    static Route open(
        final int ownQpn,
        final Egress egress,
        final InetAddress source,
        final int wishedPort,
        final InetAddress destination)
    {
        return new Route(
            egress,
            source.getAddress(),
            egress.openSourcePort(wishedPort),
            destination.getAddress(),
            new InetSocketAddress(destination, Envelope.ROCE_PORT),
            ownQpn);
    }

    /** Nothing is sent that way any more. */
    void close()
    {
        egress.closeSourcePort(sourcePort);
    }

    /** Whether there is room for what is sent. */
    boolean isWritable()
    {
        return egress.isWritable(sourcePort);
    }
}
