package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.unix.Socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class UdpLinkTest
{
    private static final int RECEIVE_BUFFER_BYTES = 65_536;
    private static final int IPPROTO_UDP = 17;
    private static final int UDP_NO_CHECK6_TX = 101;

    private final BlockingQueue<Integer> lengths = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final List<EventLoopGroup> groups = new ArrayList<>();

    @AfterEach
    void endLoops()
    {
        groups.forEach(group -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly());
    }

    static Stream<LinkKind> kinds()
    {
        return LinkKinds.available();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldShowWhatItIs(final LinkKind kind) throws Exception
    {
        final UdpLink link = open(kind, "127.20.7.1", 0, (datagram, gid) -> { });
        final LinkFigures figures = link.figures();

        assertEquals(kind, figures.kind());
        assertEquals(link.figures().udp(), figures.udp());
        assertTrue(figures.udp().getPort() > 0);
        assertTrue(figures.receiveBufferBytes() >= RECEIVE_BUFFER_BYTES, figures::toString);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldTakeDatagramsAfterAnEmptyOne(final LinkKind kind) throws Exception
    {
        final UdpLink link = open(kind, "127.20.7.2", 0, (datagram, gid) -> lengths.add(datagram.length()));

        send(link, 0, 0, 5, 0, 6);

        for (final int expected : new int[]{0, 0, 5, 0, 6})
        {
            assertEquals(expected, lengths.poll(10, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldOutliveAHandlerThatThrows(final LinkKind kind) throws Exception
    {
        final UdpLink link = open(kind, "127.20.7.3", 0, (datagram, gid) ->
        {
            if (datagram.length() == 1)
            {
                throw new IllegalStateException("handler");
            }
            lengths.add(datagram.length());
        });

        send(link, 1, 2);

        assertEquals("handler", errors.poll(10, TimeUnit.SECONDS).getMessage());
        assertEquals(2, lengths.poll(10, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldSayWhyAnAddressCannotBeBound(final LinkKind kind) throws Exception
    {
        final int port = open(kind, "127.20.7.4", 0, (datagram, gid) -> { }).figures().udp().getPort();

        assertEquals("127.20.7.4:" + port + " is in use", failure(kind, "127.20.7.4", port));
        assertEquals("192.0.2.1 is not an address of this machine", failure(kind, "192.0.2.1", 0));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldRefuseAWildcardAddress(final LinkKind kind)
    {
        assertThrows(IllegalArgumentException.class, () -> open(kind, "0.0.0.0", 4791, (datagram, gid) -> { }));
        assertThrows(IllegalArgumentException.class, () -> open(kind, "::", 4791, (datagram, gid) -> { }));
    }

    @ParameterizedTest
    @EnumSource(names = {"MMSG", "EPOLL"})
    @EnabledOnOs(OS.LINUX)
    void shouldTakeIpv6DatagramsWithoutUdpChecksum(final LinkKind kind) throws Exception
    {
        assumeTrue(LinkKinds.available().anyMatch(kind::equals));
        final UdpLink link = open(kind, "::1", 0, (datagram, gid) -> lengths.add(datagram.length()));
        final InetSocketAddress to = link.figures().udp();
        final Socket socket = Socket.newSocketDgram();
        try
        {
            socket.setIntOpt(IPPROTO_UDP, UDP_NO_CHECK6_TX, 1);
            socket.sendTo(ByteBuffer.allocateDirect(3), 0, 3, to.getAddress(), to.getPort());

            assertEquals(3, lengths.poll(10, TimeUnit.SECONDS));
        }
        finally
        {
            socket.close();
        }
    }

    @Test
    void shouldChooseTheBestThatWorks()
    {
        assertEquals(LinkKinds.available().findFirst().orElseThrow(), UdpLink.resolve(LinkKind.AUTO));
        assertEquals(LinkKind.NIO, UdpLink.resolve(LinkKind.NIO));
    }

    private UdpLink open(final LinkKind kind, final String host, final int port, final DatagramHandler handler)
        throws IOException
    {
        final EventLoopGroup group = UdpLink.newEventLoopGroup(kind, "link-under-test");
        groups.add(group);
        final UdpLink link = UdpLink.open(
            new GidEntry(1, 0, new InetSocketAddress(host, port)),
            group.next(),
            kind,
            GsoMode.AUTO,
            RECEIVE_BUFFER_BYTES,
            errors::add);
        group.next().submit(() -> link.start(handler, () -> { })).syncUninterruptibly();
        return link;
    }

    private String failure(final LinkKind kind, final String host, final int port)
    {
        return assertThrows(IOException.class, () -> open(kind, host, port, (datagram, gid) -> { })).getMessage();
    }

    private static void send(final UdpLink link, final int... lengths) throws IOException
    {
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress("127.20.7.9", 0)))
        {
            for (final int length : lengths)
            {
                sender.send(new byte[length], 0, length, link.figures().udp());
            }
        }
    }
}
