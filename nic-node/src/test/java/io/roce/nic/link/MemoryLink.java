package io.roce.nic.link;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/** A link without a socket: what a test delivers arrives before the call returns. */
public final class MemoryLink implements Link
{
    private final RoceDatagram datagram = new RoceDatagram();
    private final GidEntry gid;
    private final DatagramHandler handler;
    private volatile Thread closer;

    public MemoryLink(final GidEntry gid, final DatagramHandler handler)
    {
        this.gid = gid;
        this.handler = handler;
    }

    /** One datagram arrives. */
    public void deliver(final InetSocketAddress from, final byte[] bytes)
    {
        final InetSocketAddress local = gid.udp();
        final Envelope envelope = datagram.envelope();
        envelope.addresses(from.getAddress().getAddress(), local.getAddress().getAddress());
        envelope.ports(from.getPort(), local.getPort());
        System.arraycopy(bytes, 0, envelope.array(), Envelope.PACKET_OFFSET, bytes.length);
        datagram.onBytes(bytes.length);
        handler.onDatagram(datagram, gid);
    }

    @Override
    public LinkFigures figures()
    {
        return new LinkFigures(gid, LinkKind.AUTO, gid.udp(), 0, true);
    }

    @Override
    public long kernelDrops()
    {
        return -1;
    }

    @Override
    public void close()
    {
        closer = Thread.currentThread();
    }

    /** Whose thread closed it; null while it is open. */
    public Thread closer()
    {
        return closer;
    }
}
