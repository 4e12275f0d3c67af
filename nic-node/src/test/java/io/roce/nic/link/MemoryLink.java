package io.roce.nic.link;

import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/** A link without a socket: what a test delivers arrives before the call returns, and what is sent is counted. */
public final class MemoryLink extends RoomyEgress implements Link
{
    private final RoceDatagram datagram = new RoceDatagram();
    private final GidEntry gid;
    private DatagramHandler handler;
    private BatchListener batches = () -> { };
    private boolean isInBatch;
    private int unflushed;
    private int sent;
    private volatile Thread closer;

    /** To be started. */
    public MemoryLink(final GidEntry gid)
    {
        this.gid = gid;
    }

    /** Started, for tests without a lane. */
    public MemoryLink(final GidEntry gid, final DatagramHandler handler)
    {
        this(gid);
        start(handler, () -> { });
    }

    @Override
    public void start(final DatagramHandler handler, final BatchListener batches)
    {
        this.handler = handler;
        this.batches = batches;
    }

    /** The datagrams that were delivered make a batch. */
    public void endBatch()
    {
        isInBatch = false;
        batches.afterBatch();
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
        if (!isInBatch)
        {
            isInBatch = true;
            batches.beforeBatch();
        }
        handler.onDatagram(datagram, gid);
    }

    @Override
    public LinkFigures figures()
    {
        return new LinkFigures(gid, LinkKind.AUTO, GsoMode.OFF, gid.udp(), 0, true);
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        unflushed++;
    }

    @Override
    public void flush()
    {
        sent += unflushed;
        unflushed = 0;
    }

    @Override
    public EgressFigures egressFigures()
    {
        return new EgressFigures(sent, new long[SendFailure.values().length], 0, 0);
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
