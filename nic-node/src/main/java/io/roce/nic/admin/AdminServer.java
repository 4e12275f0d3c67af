package io.roce.nic.admin;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.link.SocketErrors;
import io.roce.nic.memory.DirectMemory;
import io.roce.nic.memory.VmDirectMemory;
import io.roce.nic.trace.DropRings;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Serves the admin API of one node until it is closed. Has one thread of its own; what requests ask for is done by the
 * lanes'.
 */
public final class AdminServer implements AutoCloseable
{
    private static final long CLOSE_MS = 2_000;

    /** A person sees what has changed at once, and a snapshot twice a second costs next to nothing. */
    private static final long EVENT_INTERVAL_MS = 500;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
        1, new DefaultThreadFactory("roce-admin", true), NioIoHandler.newFactory());
    private final ChannelGroup open = new DefaultChannelGroup(group.next(), true);
    private final Setup setup;
    private final Channel channel;

    private AdminServer(final AdminConfig config) throws IOException
    {
        setup = new Setup(config, open);
        final ChannelFuture bound = new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(setup)
            .bind(config.bind())
            .awaitUninterruptibly();
        if (!bound.isSuccess())
        {
            stop(group);
            throw new IOException(
                "admin address " + SocketErrors.bindFailed(config.bind(), bound.cause()).getMessage(), bound.cause());
        }
        channel = bound.channel();
    }

    /**
     * Has the address; whoever connects waits until {@link #serve}.
     *
     * @throws IOException when the address cannot be bound: one sentence; nothing is left open.
     */
    public static AdminServer bind(final AdminConfig config) throws IOException
    {
        return new AdminServer(config);
    }

    /**
     * Begins to serve requests. To be called once.
     *
     * @param clock     the lanes', which ages are counted on.
     * @param wallClock the one that drops are told by.
     */
    public void serve(
        final Lanes lanes, final NodeFacts facts, final NanoClock clock, final EpochNanoClock wallClock)
    {
        serve(lanes, facts, clock, wallClock, VmDirectMemory.INSTANCE, EVENT_INTERVAL_MS);
    }

    /** For tests, where memory of regions may come from elsewhere, and events sooner. */
    void serve(
        final Lanes lanes,
        final NodeFacts facts,
        final NanoClock clock,
        final EpochNanoClock wallClock,
        final DirectMemory memory,
        final long eventIntervalMs)
    {
        final DropRings drops = new DropRings(lanes.all().stream().map(Lane::drops).toList());
        final UsageJson usage = new UsageJson();
        final NodeSnapshots snapshots =
            new NodeSnapshots(lanes, drops, usage, clock, wallClock, facts.startedNs(), eventIntervalMs);
        setup.events = new EventStreams(snapshots, group.next(), setup.connections.maxStreams());
        setup.routes = new Routes(lanes, facts, clock, memory, drops, usage, setup.events);
        // By way of the event loop, which sees the routes therefore.
        channel.config().setAutoRead(true);
    }

    /** Where it is served. */
    public InetSocketAddress address()
    {
        return (InetSocketAddress)channel.localAddress();
    }

    /** Closes every connection; answers that are still on their way are lost. */
    @Override
    public void close()
    {
        // Not left to the event loop: told to stop without a quiet period, it may stop without closing what it serves.
        channel.close().awaitUninterruptibly();
        if (setup.events != null && !group.isShuttingDown())
        {
            group.submit(setup.events::close).awaitUninterruptibly();
        }
        open.close().awaitUninterruptibly();
        stop(group);
    }

    private static void stop(final EventLoopGroup group)
    {
        group.shutdownGracefully(0, CLOSE_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    /** Sets up connections. Admin loop only. */
    private static final class Setup extends ChannelInitializer<SocketChannel>
    {
        private static final int MAX_CHUNK_LENGTH = 8_192;

        private final AdminConfig config;
        private final AccessCheck access;
        private final ChannelGroup open;
        private final Connections connections;
        private EventStreams events;
        private Routes routes;

        Setup(final AdminConfig config, final ChannelGroup open)
        {
            this.config = config;
            this.open = open;
            access = new AccessCheck(config.token());
            this.connections = new Connections(config.maxConnections());
        }

        @Override
        protected void initChannel(final SocketChannel connection)
        {
            open.add(connection);
            connection.pipeline()
                .addLast(new HttpRequestDecoder(new HttpDecoderConfig()
                    .setMaxInitialLineLength(RequestCheck.MAX_LINE_LENGTH)
                    .setMaxHeaderSize(RequestCheck.MAX_HEADERS_LENGTH)
                    .setMaxChunkSize(MAX_CHUNK_LENGTH)))
                .addLast(new HttpResponseEncoder())
                .addLast(new OneByOneHandler())
                .addLast(new ExchangeHandler(access, routes, config.deadlineMs(), connections));
        }
    }
}
