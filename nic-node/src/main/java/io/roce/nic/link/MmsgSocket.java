package io.roce.nic.link;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.Future;
import io.roce.nic.mmsg.Errno;
import io.roce.nic.mmsg.ReceiveBatch;
import io.roce.nic.mmsg.SendBatch;
import io.roce.wire.codec.DatagramReader;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.SegmentDifferences;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A socket on Netty's epoll event loop that is no channel: it takes and gives many datagrams with a system call of its
 * own, and allocates nothing for one.
 */
final class MmsgSocket extends UdpSocket implements EpollIoHandle
{
    private final NativeSocket socket;
    private final InetSocketAddress local;
    private final boolean isIpv6;
    private final GsoMode gso;
    private final Listener listener;
    private final SegmentDifferences differences = new SegmentDifferences(SendBatch.MAX_SEGMENTS);
    private final Transmission transmission;
    private IoRegistration registration;

    /** Never nothing: Netty forgets a socket that has no interest. */
    private EpollIoOps interest = EpollIoOps.EPOLLERR;

    private Ingress ingress;

    /** Null while nothing waits. */
    private SendBatch sendBatch;
    private LoopBatches sendMemory;
    private boolean isBlocked;

    private MmsgSocket(
        final NativeSocket socket,
        final GsoMode gso,
        final EgressAccount account,
        final List<UdpSocket> unflushed,
        final Listener listener,
        final Transmission transmission)
    {
        super(account, unflushed);
        this.socket = socket;
        this.local = socket.localAddress();
        this.isIpv6 = local.getAddress() instanceof Inet6Address;
        this.gso = gso;
        this.listener = listener;
        this.transmission = transmission;
    }

    /**
     * Binds; from any thread.
     *
     * @param isJoining as {@link NativeSocket#open(InetSocketAddress, int, boolean)}.
     * @param eventLoop made for {@link LinkKind#EPOLL} or {@link LinkKind#MMSG}.
     * @throws IOException when the address cannot be bound; nothing is left open.
     */
    static MmsgSocket open(
        final InetSocketAddress bind,
        final boolean isJoining,
        final EventLoop eventLoop,
        final int receiveBufferBytes,
        final GsoMode gso,
        final EgressAccount account,
        final List<UdpSocket> unflushed,
        final Listener listener) throws IOException
    {
        return open(
            bind, isJoining, eventLoop, receiveBufferBytes, gso, account, unflushed, listener, SendBatch::send);
    }

    /** @param transmission for tests: the system's own otherwise. */
    static MmsgSocket open(
        final InetSocketAddress bind,
        final boolean isJoining,
        final EventLoop eventLoop,
        final int receiveBufferBytes,
        final GsoMode gso,
        final EgressAccount account,
        final List<UdpSocket> unflushed,
        final Listener listener,
        final Transmission transmission) throws IOException
    {
        final NativeSocket socket;
        try
        {
            socket = NativeSocket.open(bind, receiveBufferBytes, isJoining);
        }
        catch (final IOException ex)
        {
            throw SocketErrors.bindFailed(bind, ex);
        }

        try
        {
            final MmsgSocket mmsgSocket = new MmsgSocket(
                socket, gso, account, unflushed, listener, transmission);
            mmsgSocket.register((IoEventLoop)eventLoop);
            return mmsgSocket;
        }
        catch (final RuntimeException | Error ex)
        {
            socket.close();
            throw ex;
        }
    }

    /** On the event loop, it is done when the call returns. */
    private void register(final IoEventLoop eventLoop)
    {
        final Future<IoRegistration> registered = eventLoop.register(this);
        if (!eventLoop.inEventLoop())
        {
            registered.syncUninterruptibly();
        }
        registration = registered.getNow();
    }

    @Override
    public FileDescriptor fd()
    {
        return socket;
    }

    @Override
    void share() throws IOException
    {
        socket.setReusePort(true);
    }

    @Override
    int fileDescriptor()
    {
        return socket.intValue();
    }

    @Override
    InetSocketAddress local()
    {
        return local;
    }

    @Override
    int receiveBufferBytes()
    {
        try
        {
            return socket.getReceiveBufferSize();
        }
        catch (final IOException ex)
        {
            return 0;
        }
    }

    @Override
    boolean isIdentificationZero()
    {
        return true;
    }

    @Override
    long receiveCalls()
    {
        return ingress == null ? 0 : ingress.calls;
    }

    @Override
    boolean isOpen()
    {
        return socket.isOpen();
    }

    @Override
    void read(final DatagramHandler handler, final GidEntry gid)
    {
        ingress = new Ingress(handler, gid, socket.hasSegments());
        submit(interest.with(EpollIoOps.EPOLLIN));
    }

    /** {@inheritDoc} Behind what the system does not take now there is room for a turn that has begun, no more. */
    @Override
    boolean isWritable()
    {
        if (!isBlocked && sendBatch != null && sendBatch.isHalfFull())
        {
            flushWritten();
        }
        return isOpen() && !isBlocked;
    }

    @Override
    boolean hasRoom(final int length)
    {
        return isOpen() && (sendBatch == null || sendBatch.hasRoom(length));
    }

    @Override
    void write(final RoceDatagram datagram, final InetSocketAddress to)
    {
        if (sendBatch == null && !takeBatch())
        {
            account.onFailed(SendFailure.NO_BUFFERS);
            return;
        }

        final int length = datagram.length();
        final int segment = sendBatch.add(
            datagram.envelope().array(), Envelope.PACKET_OFFSET, length, to, gso.isFor(to));
        if (segment > 0 && !isIpv6)
        {
            sendBatch.changeLastWord(differences.of(segment, length));
        }
    }

    @Override
    void flushWritten()
    {
        while (!isBlocked && sendBatch != null)
        {
            final int sent = transmission.send(sendBatch, socket.intValue());
            if (sent >= 0)
            {
                account.onSent(sent);
            }
            else if (sent == -Errno.EAGAIN)
            {
                isBlocked = true;
                submit(interest.with(EpollIoOps.EPOLLOUT));
            }
            else if (sent != -Errno.EINTR)
            {
                account.onFailed(SendFailure.of(-sent), sendBatch.drop());
            }
            giveBackIfEmpty();
        }
    }

    @Override
    public void handle(final IoRegistration registered, final IoEvent event)
    {
        final EpollIoOps ops = ((EpollIoEvent)event).ops();
        if (ops.contains(EpollIoOps.EPOLLOUT) && isBlocked)
        {
            isBlocked = false;
            submit(interest.without(EpollIoOps.EPOLLOUT));
            flushWritten();
            if (!isBlocked)
            {
                listener.onWritable();
            }
        }
        if (ingress != null && isOpen() && (ops.contains(EpollIoOps.EPOLLIN) || ops.contains(EpollIoOps.EPOLLERR)))
        {
            ingress.receive();
        }
    }

    @Override
    public void close()
    {
        if (!isOpen())
        {
            return;
        }

        while (sendBatch != null)
        {
            account.onFailed(SendFailure.SOCKET_CLOSED, sendBatch.drop());
            giveBackIfEmpty();
        }
        registration.cancel();
        try
        {
            socket.close();
        }
        catch (final IOException ex)
        {
            listener.onError(ex);
        }
    }

    /** Whether there is memory for it. */
    private boolean takeBatch()
    {
        try
        {
            sendMemory = LoopBatches.ofThisLoop();
            sendBatch = sendMemory.take();
            return true;
        }
        catch (final OutOfMemoryError ex)
        {
            return false;
        }
    }

    private void giveBackIfEmpty()
    {
        if (sendBatch.isEmpty())
        {
            sendMemory.giveBack(sendBatch);
            sendBatch = null;
        }
    }

    private void submit(final EpollIoOps ops)
    {
        interest = ops;
        registration.submit(ops);
    }

    /** Lets a batch leave, as {@link SendBatch#send}. */
    @FunctionalInterface
    interface Transmission
    {
        int send(SendBatch batch, int fd);
    }

    /** What arrives at a socket that is read. */
    private final class Ingress
    {
        private final DatagramHandler handler;
        private final GidEntry gid;
        private final ReceiveBatch batch;
        private final DatagramReader reader = new DatagramReader(local);
        private final byte[] sender = new byte[local.getAddress().getAddress().length];
        private long calls;

        /** @param isSegmented whether the socket leaves datagrams of one length and sender together. */
        Ingress(final DatagramHandler handler, final GidEntry gid, final boolean isSegmented)
        {
            this.handler = handler;
            this.gid = gid;
            batch = LoopBatches.ofThisLoop().toReceive(isIpv6, isSegmented);
        }

        void receive()
        {
            calls++;
            final int received = batch.receive(socket.intValue());
            if (received < 0)
            {
                listener.onError(Errors.newIOException("recvmmsg(..)", received));
                return;
            }

            if (received > 0)
            {
                listener.beforeBatch();
            }
            batch.forgetSender();       // another socket's, with another local address
            for (int slot = 0; slot < received && isOpen(); slot++)
            {
                deliverSlot(slot);
            }
            if (received > 0)
            {
                listener.onBatch();
            }
        }

        /** One datagram, an empty one too, or segments of one length, the last of which may be shorter. */
        private void deliverSlot(final int slot)
        {
            if (batch.isOtherSender(slot))
            {
                batch.copySenderAddress(slot, sender);
                reader.sender(sender, batch.senderPort(slot));
            }

            final int length = batch.length(slot);
            final int segmentLength = batch.segmentLength(slot);
            int segment = 0;
            int offset = 0;
            do
            {
                deliver(slot, offset, Math.min(segmentLength, length - offset), segment++);
                offset += segmentLength;
            }
            while (offset < length);
        }

        private void deliver(final int slot, final int offset, final int length, final int segment)
        {
            final int copied = Math.min(length, reader.room());
            batch.copy(slot, offset, reader.array(), Envelope.PACKET_OFFSET, copied);
            try
            {
                handler.onDatagram(reader.read(copied, segment), gid);
            }
            catch (final RuntimeException | Error ex)
            {
                listener.onError(ex);
            }
        }
    }
}
