package io.roce.nic.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.roce.wire.codec.RoceDatagramDecoder;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;

import org.agrona.ErrorHandler;

/** A UDP socket on a Netty event loop. */
public final class UdpLink implements Link
{
    /** Datagrams taken from the system in one call. */
    private static final int BATCH = 64;

    private static final IntegerUnixChannelOption IP_MTU_DISCOVER = new IntegerUnixChannelOption(
        "IP_MTU_DISCOVER", SocketOptions.IPPROTO_IP, SocketOptions.IP_MTU_DISCOVER);
    private static final IntegerUnixChannelOption IPV6_MTU_DISCOVER = new IntegerUnixChannelOption(
        "IPV6_MTU_DISCOVER", SocketOptions.IPPROTO_IPV6, SocketOptions.IPV6_MTU_DISCOVER);
    private static final IntegerUnixChannelOption UDP_NO_CHECK6_RX = new IntegerUnixChannelOption(
        "UDP_NO_CHECK6_RX", SocketOptions.IPPROTO_UDP, SocketOptions.UDP_NO_CHECK6_RX);

    private final GidEntry gid;
    private final LinkKind kind;
    private final Channel channel;
    private final InetSocketAddress local;
    private final int receiveBufferBytes;
    private final boolean isIdentificationZero;
    private final KernelDrops kernelDrops;

    private UdpLink(
        final GidEntry gid, final LinkKind kind, final Channel channel, final boolean isIdentificationZero)
    {
        this.gid = gid;
        this.kind = kind;
        this.channel = channel;
        this.local = (InetSocketAddress)channel.localAddress();
        this.receiveBufferBytes = channel.config().getOption(ChannelOption.SO_RCVBUF);
        this.isIdentificationZero = isIdentificationZero;
        this.kernelDrops = new KernelDrops(local);
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
     * Binds and starts to deliver.
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
        final DatagramHandler handler,
        final ErrorHandler errorHandler) throws IOException
    {
        final InetSocketAddress bind = gid.udp();
        SocketErrors.requireConcrete(bind);
        final boolean isIpv6 = bind.getAddress() instanceof Inet6Address;

        final Bootstrap bootstrap = new Bootstrap()
            .group(eventLoop)
            .handler(new ChannelInboundHandlerAdapter())
            .option(ChannelOption.SO_RCVBUF, receiveBufferBytes)
            .option(ChannelOption.AUTO_READ, false);
        final boolean isIdentificationZero = kind == LinkKind.EPOLL ?
            prepareEpoll(bootstrap, isIpv6) :
            prepareNio(bootstrap, isIpv6);

        final ChannelFuture bound = bootstrap.bind(bind).awaitUninterruptibly();
        if (!bound.isSuccess())
        {
            throw SocketErrors.bindFailed(bind, bound.cause());
        }

        final Channel channel = bound.channel();
        try
        {
            // Nothing is read before there is somebody to read it, who in turn must know the port.
            final UdpLink link = new UdpLink(gid, kind, channel, isIdentificationZero);
            channel.pipeline().addLast(new RoceDatagramDecoder(link.local), new Delivery(gid, handler, errorHandler));
            channel.config().setAutoRead(true);
            return link;
        }
        catch (final RuntimeException | Error ex)
        {
            channel.close().awaitUninterruptibly();
            throw ex;
        }
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
    public void close()
    {
        channel.close();
    }

    private static boolean prepareEpoll(final Bootstrap bootstrap, final boolean isIpv6)
    {
        final SocketProtocolFamily family = isIpv6 ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
        bootstrap.channelFactory(() -> new EpollDatagramChannel(family));

        // The channel reads as many datagrams at once as slots fit in the buffer that the allocator hands out.
        bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, RoceDatagram.CAPACITY);
        bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, slots(BATCH));
        bootstrap.option(isIpv6 ? IPV6_MTU_DISCOVER : IP_MTU_DISCOVER, SocketOptions.PMTUDISC_DO);
        if (isIpv6)
        {
            bootstrap.option(UDP_NO_CHECK6_RX, 1);
        }
        return true;
    }

    private static boolean prepareNio(final Bootstrap bootstrap, final boolean isIpv6) throws IOException
    {
        final NioSocket socket = NioSocket.open(isIpv6);
        bootstrap.channelFactory(() -> new NioDatagramChannel(socket.channel()));
        bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, slots(1));
        return socket.isIdentificationZero();
    }

    private static FixedRecvByteBufAllocator slots(final int count)
    {
        final FixedRecvByteBufAllocator allocator = new FixedRecvByteBufAllocator(RoceDatagram.CAPACITY * count);
        allocator.maxMessagesPerRead(BATCH);
        return allocator;
    }

    /** The end of the pipeline. */
    private static final class Delivery extends ChannelInboundHandlerAdapter
    {
        private final GidEntry gid;
        private final DatagramHandler handler;
        private final ErrorHandler errorHandler;

        Delivery(final GidEntry gid, final DatagramHandler handler, final ErrorHandler errorHandler)
        {
            this.gid = gid;
            this.handler = handler;
            this.errorHandler = errorHandler;
        }

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message)
        {
            handler.onDatagram((RoceDatagram)message, gid);
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
        {
            errorHandler.onError(cause);
        }
    }
}
