package io.roce.nic.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.UnixChannel;
import io.roce.wire.codec.RoceDatagramDecoder;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.List;

/** A socket that is a datagram channel of Netty's. */
final class NettySocket extends UdpSocket
{
    /**
     * Bytes that wait in memory for room in the socket's send buffer, with Netty's overhead: some thirty of the longest
     * packets, which is also what one system call takes.
     */
    private static final WriteBufferWaterMark BACKLOG = new WriteBufferWaterMark(64 << 10, 128 << 10);

    private final Channel channel;
    private final ChannelOption<Boolean> reusePort;
    private final boolean isIdentificationZero;
    private final Listener listener;
    private final ChannelPromise outcome;

    /** @param channel with room for a backlog. */
    NettySocket(
        final Channel channel,
        final ChannelOption<Boolean> reusePort,
        final boolean isIdentificationZero,
        final EgressAccount account,
        final List<UdpSocket> unflushed,
        final Listener listener)
    {
        super(account, unflushed);
        this.channel = channel;
        this.reusePort = reusePort;
        this.isIdentificationZero = isIdentificationZero;
        this.listener = listener;
        this.outcome = new Outcome(channel, account);
        channel.pipeline().addLast(new Watch());
    }

    /**
     * Binds; from another thread than the event loop's, or from it: then all is done when this returns.
     *
     * @param isJoining whether others may have the same address, and be bound to it later.
     * @param kind      {@link LinkKind#EPOLL} or {@link LinkKind#NIO}, as the event loop was made for.
     * @throws IOException when the address cannot be bound; nothing is left open.
     */
    static NettySocket open(
        final InetSocketAddress bind,
        final boolean isJoining,
        final EventLoop eventLoop,
        final LinkKind kind,
        final int receiveBufferBytes,
        final EgressAccount account,
        final List<UdpSocket> unflushed,
        final Listener listener) throws IOException
    {
        final NettyChannels channels = NettyChannels.of(kind, bind.getAddress() instanceof Inet6Address);
        final Bootstrap bootstrap = channels.bootstrap()
            .group(eventLoop)
            .option(ChannelOption.SO_RCVBUF, receiveBufferBytes)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, BACKLOG)
            .option(ChannelOption.AUTO_READ, false)
            .handler(new ChannelInboundHandlerAdapter());
        if (isJoining)
        {
            bootstrap.option(channels.reusePort(), true);
        }
        final Channel channel = done(bootstrap.register(), eventLoop, bind).channel();
        try
        {
            done(channel.bind(bind), eventLoop, bind);
            return new NettySocket(
                channel, channels.reusePort(), channels.isIdentificationZero(), account, unflushed, listener);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            channel.close();
            throw ex;
        }
    }

    private static ChannelFuture done(
        final ChannelFuture future, final EventLoop eventLoop, final InetSocketAddress bind) throws IOException
    {
        if (!eventLoop.inEventLoop())
        {
            future.awaitUninterruptibly();
        }
        if (!future.isSuccess())
        {
            throw SocketErrors.bindFailed(bind, future.cause());
        }
        return future;
    }

    @Override
    void share() throws IOException
    {
        if (!channel.config().setOption(reusePort, true))
        {
            throw new IOException("the port cannot be shared: there is no SO_REUSEPORT");
        }
    }

    @Override
    int fileDescriptor()
    {
        return channel instanceof final UnixChannel unixChannel ? unixChannel.fd().intValue() : NO_DESCRIPTOR;
    }

    @Override
    InetSocketAddress local()
    {
        return (InetSocketAddress)channel.localAddress();
    }

    @Override
    int receiveBufferBytes()
    {
        return channel.config().getOption(ChannelOption.SO_RCVBUF);
    }

    @Override
    boolean isIdentificationZero()
    {
        return isIdentificationZero;
    }

    @Override
    boolean isOpen()
    {
        return channel.isOpen();
    }

    /** {@inheritDoc} Not before: the decoder must know the port, and that is known when it is bound. */
    @Override
    void read(final DatagramHandler handler, final GidEntry gid)
    {
        channel.pipeline().addLast(new RoceDatagramDecoder(local()), new Delivery(handler, gid));
        channel.config().setAutoRead(true);
    }

    @Override
    boolean isWritable()
    {
        return channel.isWritable();
    }

    @Override
    boolean hasRoom(final int length)
    {
        return channel.isWritable();
    }

    @Override
    void write(final RoceDatagram datagram, final InetSocketAddress to)
    {
        final int length = datagram.length();
        final ByteBuf bytes = channel.alloc().directBuffer(length)
            .writeBytes(datagram.envelope().array(), Envelope.PACKET_OFFSET, length);
        channel.write(new DatagramPacket(bytes, to), outcome);
    }

    @Override
    void flushWritten()
    {
        channel.flush();
    }

    @Override
    void close()
    {
        channel.close();
    }

    /** Counts what becomes of a datagram and remembers nothing: never done, so one does for all. */
    private static final class Outcome extends DefaultChannelPromise
    {
        private final EgressAccount account;

        Outcome(final Channel channel, final EgressAccount account)
        {
            super(channel);
            this.account = account;
        }

        @Override
        public boolean trySuccess(final Void result)
        {
            account.onSent(1);
            return true;
        }

        @Override
        public boolean trySuccess()
        {
            return trySuccess(null);
        }

        @Override
        public boolean tryFailure(final Throwable cause)
        {
            account.onFailed(SendFailure.of(cause));
            return true;
        }
    }

    private final class Watch extends ChannelInboundHandlerAdapter
    {
        /** Not at once: it changes while something is sent or flushed. */
        @Override
        public void channelWritabilityChanged(final ChannelHandlerContext context)
        {
            if (context.channel().isWritable())
            {
                context.channel().eventLoop().execute(listener::onWritable);
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
        {
            listener.onError(cause);
        }
    }

    /** At the end of the pipeline. */
    private final class Delivery extends ChannelInboundHandlerAdapter
    {
        private final DatagramHandler handler;
        private final GidEntry gid;
        private boolean isInBatch;

        Delivery(final DatagramHandler handler, final GidEntry gid)
        {
            this.handler = handler;
            this.gid = gid;
        }

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message)
        {
            if (!isInBatch)
            {
                isInBatch = true;
                listener.beforeBatch();
            }
            handler.onDatagram((RoceDatagram)message, gid);
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext context)
        {
            isInBatch = false;
            listener.onBatch();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
        {
            listener.onError(cause);
        }
    }
}
