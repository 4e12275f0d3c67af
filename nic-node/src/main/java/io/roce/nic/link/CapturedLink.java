package io.roce.nic.link;

import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/**
 * An address whose datagrams are read from a capture. Its socket sends, and keeps the port so that the kernel does not
 * answer with ICMP; nothing is read there.
 */
final class CapturedLink implements Link
{
    private final CapturedIngress ingress;
    private final UdpLink egress;
    private final int index;

    /** @param index of the address among those of the capture. */
    CapturedLink(final CapturedIngress ingress, final UdpLink egress, final int index)
    {
        this.ingress = ingress;
        this.egress = egress;
        this.index = index;
    }

    @Override
    public void start(final DatagramHandler handler, final BatchListener batches)
    {
        egress.startToSend(batches);
        ingress.start(egress.eventLoop(), handler, batches);
    }

    @Override
    public int openSourcePort(final int wished)
    {
        return egress.openSourcePort(wished);
    }

    @Override
    public void closeSourcePort(final int port)
    {
        egress.closeSourcePort(port);
    }

    @Override
    public boolean isWritable(final int sourcePort)
    {
        return egress.isWritable(sourcePort);
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        egress.send(datagram, to, sourcePort);
    }

    @Override
    public void flush()
    {
        egress.flush();
    }

    @Override
    public LinkFigures figures()
    {
        final LinkFigures socket = egress.figures();
        return new LinkFigures(
            socket.gid(),
            socket.kind(),
            socket.gso(),
            socket.udp(),
            ingress.bufferBytes(),
            socket.isIdentificationZero(),
            LinkFigures.UNKNOWN,
            ingress.figures());
    }

    /** What its socket drops, which is everything, is not missing. */
    @Override
    public long kernelDrops()
    {
        return ingress.drops(index);
    }

    @Override
    public EgressFigures egressFigures()
    {
        return egress.egressFigures();
    }

    @Override
    public void close()
    {
        egress.close();
        ingress.close();
    }
}
