package io.roce.nic.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.roce.wire.codec.RoceDatagramDecoder;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.Inet6Address;
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

    /** The least that there is: nothing is read at a socket that only sends. */
    public static final int NO_RECEIVE_BUFFER = 1;

    private final GidEntry gid;
    private final LinkKind kind;
    private final EventLoop eventLoop;
    private final Channel channel;
    private final InetSocketAddress local;
    private final int receiveBufferBytes;
    private final boolean isIdentificationZero;
    private final KernelDrops kernelDrops;
    private final ErrorHandler errorHandler;

    private final EgressAccount account = new EgressAccount();
    private final List<UdpOutlet> unflushed = new ArrayList<>();
    private final UdpOutlet ownPort;
    private final SourcePortSockets sourcePorts = new SourcePortSockets(MAX_SOURCE_PORTS, this::openSocket);
    private Runnable afterBatch;

    private UdpLink(
        final GidEntry gid,
        final LinkKind kind,
        final EventLoop eventLoop,
        final Channel channel,
        final boolean isIdentificationZero,
        final ErrorHandler errorHandler)
    {
        this.gid = gid;
        this.kind = kind;
        this.eventLoop = eventLoop;
        this.channel = channel;
        this.local = (InetSocketAddress)channel.localAddress();
        this.receiveBufferBytes = channel.config().getOption(ChannelOption.SO_RCVBUF);
        this.isIdentificationZero = isIdentificationZero;
        this.kernelDrops = new KernelDrops(local);
        this.errorHandler = errorHandler;
        this.ownPort = new UdpOutlet(channel, account, unflushed);
    }

    /**
     * The kind that a wish comes to on this machine: {@link LinkKind#EPOLL} or {@link LinkKind#NIO}.
     *
     * @throws IllegalArgumentException when it is not to be had.
     */
    public static LinkKind resolve(final LinkKind wish)
    {
        if (wish == LinkKind.EPOLL && !Epoll.isAvailable())
        {
            throw new IllegalArgumentException(
                "link epoll is not available on this machine: " + Epoll.unavailabilityCause().getMessage(),
                Epoll.unavailabilityCause());
        }
        return wish == LinkKind.AUTO ? Epoll.isAvailable() ? LinkKind.EPOLL : LinkKind.NIO : wish;
    }

    /** One event loop that links of a kind can live on. */
    public static EventLoopGroup newEventLoopGroup(final LinkKind kind, final String threadName)
    {
        final IoHandlerFactory factory =
            kind == LinkKind.EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName), factory);
    }

    /**
     * Binds.
     *
     * @param gid                what to bind, a concrete address; UDP port 0 for any.
     * @param kind               as {@link #resolve} answers, and as the event loop was made for.
     * @param receiveBufferBytes what is asked of the system; it may grant less, and reports twice what it grants.
     * @param errorHandler       is told on the event loop of what the socket or the handler throws; the link lives on.
     * @throws IOException when the address cannot be bound: one sentence.
     */
    public static UdpLink open(
        final GidEntry gid,
        final EventLoop eventLoop,
        final LinkKind kind,
        final int receiveBufferBytes,
        final ErrorHandler errorHandler) throws IOException
    {
        final InetSocketAddress bind = gid.udp();
        SocketErrors.requireConcrete(bind);

        final UdpSocket socket = UdpSocket.prepare(eventLoop, kind, isIpv6(bind), receiveBufferBytes);
        socket.bootstrap().handler(new ChannelInboundHandlerAdapter());
        final ChannelFuture bound = socket.bootstrap().bind(bind).awaitUninterruptibly();
        if (!bound.isSuccess())
        {
            throw SocketErrors.bindFailed(bind, bound.cause());
        }

        try
        {
            return new UdpLink(gid, kind, eventLoop, bound.channel(), socket.isIdentificationZero(), errorHandler);
        }
        catch (final RuntimeException | Error ex)
        {
            bound.channel().close().awaitUninterruptibly();
            throw ex;
        }
    }

    /** {@inheritDoc} Nothing is read before: the decoder must know the port, and that is known when it is bound. */
    @Override
    public void start(final DatagramHandler handler, final Runnable afterBatch)
    {
        this.afterBatch = afterBatch;
        channel.pipeline().addLast(new RoceDatagramDecoder(local), new Delivery(handler));
        channel.config().setAutoRead(true);
    }

    /** Begins without reading: what arrives is the kernel's to drop. On the event loop, in the place of the other. */
    void startToSend(final Runnable afterBatch)
    {
        this.afterBatch = afterBatch;
        channel.pipeline().addLast(new Watch());
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
        final UdpOutlet outlet = outlet(sourcePort);
        return outlet != null && outlet.isWritable();
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        SocketErrors.requireFamily(local, to);
        final UdpOutlet outlet = outlet(sourcePort);
        if (outlet == null)
        {
            account.onFailed(SendFailure.SOCKET_CLOSED);
            return;
        }
        outlet.send(datagram, to);
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
        return new LinkFigures(gid, kind, local, receiveBufferBytes, isIdentificationZero);
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
        channel.close();
        sourcePorts.closeAll();
    }

    private UdpOutlet outlet(final int sourcePort)
    {
        return sourcePort == local.getPort() ? ownPort : sourcePorts.get(sourcePort);
    }

    /** Null when the port is taken, or the process has no file for another socket. */
    private UdpOutlet openSocket(final int port)
    {
        if (!channel.isOpen())
        {
            return null;
        }

        final ChannelFuture registered;
        try
        {
            registered = UdpSocket.prepare(eventLoop, kind, isIpv6(local), NO_RECEIVE_BUFFER)
                .bootstrap()
                .handler(new Watch())
                .register();
        }
        catch (final IOException ex)
        {
            return null;
        }
        // On the event loop, this and the next are done when they return.
        if (!registered.isSuccess())
        {
            return null;
        }
        final ChannelFuture bound = registered.channel().bind(new InetSocketAddress(local.getAddress(), port));
        if (!bound.isSuccess())
        {
            registered.channel().close();
            return null;
        }
        return new UdpOutlet(registered.channel(), account, unflushed);
    }

    private static boolean isIpv6(final InetSocketAddress address)
    {
        return address.getAddress() instanceof Inet6Address;
    }

    /** At the end of the pipeline of every socket. */
    private class Watch extends ChannelInboundHandlerAdapter
    {
        /** Not at once: it changes while something is sent or flushed. */
        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext context)
        {
            if (context.channel().isWritable() && afterBatch != null)
            {
                eventLoop.execute(afterBatch);
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
        {
            errorHandler.onError(cause);
        }
    }

    /** At that of the one that data is received at. */
    private final class Delivery extends Watch
    {
        private final DatagramHandler handler;

        Delivery(final DatagramHandler handler)
        {
            this.handler = handler;
        }

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message)
        {
            handler.onDatagram((RoceDatagram)message, gid);
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext context)
        {
            afterBatch.run();
        }
    }
}
