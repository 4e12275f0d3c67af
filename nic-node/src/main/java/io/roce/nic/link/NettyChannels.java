package io.roce.nic.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.StandardSocketOptions;

/**
 * Datagram channels of Netty's, set up so that the ICRCs of what they send are right on the wire if that can be had.
 *
 * @param bootstrap            for one channel; event loop and handler are to be set.
 * @param reusePort            lets several have one address and port.
 * @param isIdentificationZero as {@link LinkFigures}.
 */
record NettyChannels(Bootstrap bootstrap, ChannelOption<Boolean> reusePort, boolean isIdentificationZero)
{
    /** Datagrams taken from the system in one call. */
    private static final int BATCH = 64;

    private static final IntegerUnixChannelOption IP_MTU_DISCOVER = new IntegerUnixChannelOption(
        "IP_MTU_DISCOVER", SocketOptions.IPPROTO_IP, SocketOptions.IP_MTU_DISCOVER);
    private static final IntegerUnixChannelOption IPV6_MTU_DISCOVER = new IntegerUnixChannelOption(
        "IPV6_MTU_DISCOVER", SocketOptions.IPPROTO_IPV6, SocketOptions.IPV6_MTU_DISCOVER);
    private static final IntegerUnixChannelOption UDP_NO_CHECK6_RX = new IntegerUnixChannelOption(
        "UDP_NO_CHECK6_RX", SocketOptions.IPPROTO_UDP, SocketOptions.UDP_NO_CHECK6_RX);

    static NettyChannels of(final LinkKind kind, final boolean isIpv6) throws IOException
    {
        final Bootstrap bootstrap = new Bootstrap();

        // The adaptive allocator, Netty's default, makes 31 bytes of objects more for each datagram.
        bootstrap.option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
        final boolean isIdentificationZero = kind == LinkKind.EPOLL ?
            prepareEpoll(bootstrap, isIpv6) :
            prepareNio(bootstrap, isIpv6);
        return new NettyChannels(
            bootstrap,
            kind == LinkKind.EPOLL ?
                UnixChannelOption.SO_REUSEPORT : NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT),
            isIdentificationZero);
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
}
