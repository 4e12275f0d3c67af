package io.roce.nic.link;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.roce.nic.mmsg.DestQpSteering;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.agrona.ErrorHandler;

/**
 * A UDP socket on a Netty event loop, and beside it sockets of the same address that only send, from other ports.
 */
public final class UdpLink implements Link
{
    /** Sockets to send from other ports than the one that data is received at, at once. */
    static final int MAX_SOURCE_PORTS = 128;

    /** What is asked of the system for a socket that is not read: it gives the least that it has. */
    public static final int NO_RECEIVE_BUFFER = 1;

    private final GidEntry gid;
    private final PortSharing sharing;
    private final LinkKind kind;
    private final GsoMode gso;
    private final EventLoop eventLoop;
    private final ErrorHandler errorHandler;
    private final EgressAccount account = new EgressAccount();
    private final List<UdpSocket> unflushed = new ArrayList<>();
    private final SourcePortSockets sourcePorts = new SourcePortSockets(MAX_SOURCE_PORTS, this::openSourceSocket);
    private final UdpSocket.Listener listener = new Events();
    private final UdpSocket ownPort;
    private final InetSocketAddress local;
    private final int receiveBufferBytes;
    private final KernelDrops kernelDrops;
    private BatchListener batches = () -> { };

    private UdpLink(
        final GidEntry gid,
        final InetSocketAddress bind,
        final PortSharing sharing,
        final LinkKind kind,
        final GsoMode gso,
        final EventLoop eventLoop,
        final int receiveBufferBytes,
        final ErrorHandler errorHandler) throws IOException
    {
        this.gid = gid;
        this.sharing = sharing;
        this.kind = kind;
        this.gso = kind == LinkKind.MMSG ? gso : GsoMode.OFF;
        this.eventLoop = eventLoop;
        this.errorHandler = errorHandler;
        ownPort = openSocket(bind, sharing == PortSharing.JOINING, receiveBufferBytes);
        if (sharing == PortSharing.FIRST)
        {
            share(ownPort);
        }
        local = ownPort.local();
        this.receiveBufferBytes = ownPort.receiveBufferBytes();
        kernelDrops = new KernelDrops(local);
    }

    /**
     * The kind that a wish comes to on this machine: any but {@link LinkKind#AUTO}.
     *
     * @throws IllegalArgumentException when it is not to be had.
     */
    public static LinkKind resolve(final LinkKind wish)
    {
        if (wish == LinkKind.AUTO)
        {
            return unavailability(LinkKind.MMSG) == null ? LinkKind.MMSG :
                unavailability(LinkKind.EPOLL) == null ? LinkKind.EPOLL : LinkKind.NIO;
        }

        final String unavailability = unavailability(wish);
        if (unavailability != null)
        {
            throw new IllegalArgumentException(
                "link " + wish.label() + " is not available on this machine: " + unavailability);
        }
        return wish;
    }

    /** Why a kind is not to be had on this machine, in a few words; null where it is. */
    public static String unavailability(final LinkKind kind)
    {
        return switch (kind)
        {
            case MMSG -> NativeSocket.unavailability();
            case EPOLL -> Epoll.isAvailable() ? null : Epoll.unavailabilityCause().getMessage();
            case AUTO, NIO -> null;
        };
    }

    /** One event loop that links of a kind can live on. */
    public static EventLoopGroup newEventLoopGroup(final LinkKind kind, final String threadName)
    {
        final IoHandlerFactory factory =
            kind == LinkKind.NIO ? NioIoHandler.newFactory() : EpollIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName), factory);
    }

    /**
     * Binds.
     *
     * @param gid                what to bind, a concrete address; UDP port 0 for any.
     * @param kind               as {@link #resolve} answers, and as the event loop was made for.
     * @param gso                for {@link LinkKind#MMSG} alone.
     * @param receiveBufferBytes what is asked of the system; it may grant less, and reports twice what it grants.
     * @param errorHandler       is told on the event loop of what the socket or the handler throws; the link lives on.
     * @throws IOException when the address cannot be bound: one sentence.
     */
    public static UdpLink open(
        final GidEntry gid,
        final EventLoop eventLoop,
        final LinkKind kind,
        final GsoMode gso,
        final int receiveBufferBytes,
        final ErrorHandler errorHandler) throws IOException
    {
        return open(gid, gid.udp(), PortSharing.ALONE, eventLoop, kind, gso, receiveBufferBytes, errorHandler);
    }

    /**
     * The same where links of other lanes may have the same address and port.
     *
     * @param bind the address of the GID, with the UDP port that the first of them has got.
     */
    public static UdpLink open(
        final GidEntry gid,
        final InetSocketAddress bind,
        final PortSharing sharing,
        final EventLoop eventLoop,
        final LinkKind kind,
        final GsoMode gso,
        final int receiveBufferBytes,
        final ErrorHandler errorHandler) throws IOException
    {
        SocketErrors.requireConcrete(bind);
        return new UdpLink(gid, bind, sharing, kind, gso, eventLoop, receiveBufferBytes, errorHandler);
    }

    /**
     * Has the system deliver by DestQP to the links that share this one's port; from any thread, when all are bound.
     *
     * @param firstQpns of each link, in the order in which they were bound.
     * @return false where the system cannot, or may not: then it spreads flows evenly.
     */
    public boolean steer(final int... firstQpns)
    {
        final int fd = ownPort.fileDescriptor();
        return fd != UdpSocket.NO_DESCRIPTOR && DestQpSteering.attach(fd, firstQpns);
    }

    /** Where it is bound. */
    public InetSocketAddress local()
    {
        return local;
    }

    @Override
    public void start(final DatagramHandler handler, final BatchListener batches)
    {
        this.batches = batches;
        ownPort.read(handler, gid);
    }

    /** Begins without reading: what arrives is the kernel's to drop. On the event loop, in the place of the other. */
    void startToSend(final BatchListener batches)
    {
        this.batches = batches;
    }

    EventLoop eventLoop()
    {
        return eventLoop;
    }

    @Override
    public int openSourcePort(final int wished)
    {
        return wished != local.getPort() && sourcePorts.open(wished) ? wished : local.getPort();
    }

    @Override
    public void closeSourcePort(final int port)
    {
        sourcePorts.close(port);
    }

    @Override
    public boolean isWritable(final int sourcePort)
    {
        final UdpSocket socket = socket(sourcePort);
        return socket != null && socket.isWritable();
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        SocketErrors.requireFamily(local, to);
        final UdpSocket socket = socket(sourcePort);
        if (socket == null)
        {
            account.onFailed(SendFailure.SOCKET_CLOSED);
            return;
        }
        socket.send(datagram, to);
    }

    @Override
    public void flush()
    {
        for (int i = 0; i < unflushed.size(); i++)
        {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    @Override
    public LinkFigures figures()
    {
        return new LinkFigures(
            gid,
            kind,
            gso,
            local,
            receiveBufferBytes,
            ownPort.isIdentificationZero(),
            ownPort.receiveCalls(),
            null);
    }

    @Override
    public long kernelDrops()
    {
        return kernelDrops.count();
    }

    @Override
    public EgressFigures egressFigures()
    {
        return account.figures(sourcePorts.size(), sourcePorts.fallbacks());
    }

    @Override
    public void close()
    {
        ownPort.close();
        sourcePorts.closeAll();
    }

    private UdpSocket socket(final int sourcePort)
    {
        return sourcePort == local.getPort() ? ownPort : sourcePorts.get(sourcePort);
    }

    /** Null when the port is taken, or the process has no file for another socket. */
    private UdpSocket openSourceSocket(final int port)
    {
        if (!ownPort.isOpen())
        {
            return null;
        }

        try
        {
            // Queue pairs of several lanes may have the same source port.
            return openSocket(
                new InetSocketAddress(local.getAddress(), port), sharing != PortSharing.ALONE, NO_RECEIVE_BUFFER);
        }
        catch (final IOException ex)
        {
            return null;
        }
    }

    private UdpSocket openSocket(
        final InetSocketAddress bind, final boolean isJoining, final int receiveBufferBytes) throws IOException
    {
        return kind == LinkKind.MMSG ?
            MmsgSocket.open(bind, isJoining, eventLoop, receiveBufferBytes, gso, account, unflushed, listener) :
            NettySocket.open(bind, isJoining, eventLoop, kind, receiveBufferBytes, account, unflushed, listener);
    }

    /** Not before it is bound: so nobody else has the port when the first link gets it. */
    private static void share(final UdpSocket socket) throws IOException
    {
        try
        {
            socket.share();
        }
        catch (final IOException | RuntimeException ex)
        {
            socket.close();
            throw ex;
        }
    }

    private final class Events implements UdpSocket.Listener
    {
        @Override
        public void beforeBatch()
        {
            batches.beforeBatch();
        }

        @Override
        public void onBatch()
        {
            batches.afterBatch();
        }

        @Override
        public void onWritable()
        {
            batches.afterBatch();
        }

        @Override
        public void onError(final Throwable error)
        {
            errorHandler.onError(error);
        }
    }
}
