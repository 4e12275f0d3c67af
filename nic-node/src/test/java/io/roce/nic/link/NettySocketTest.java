package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.ChannelOption;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.Errors.NativeIoException;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a socket does that no test can bring a real one to. */
class NettySocketTest
{
    private static final InetSocketAddress TO = new InetSocketAddress("192.0.2.2", 4791);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EgressAccount account = new EgressAccount();
    private final List<UdpSocket> unflushed = new ArrayList<>();
    private final UdpSocket socket = new NettySocket(
        channel, ChannelOption.SO_REUSEADDR, true, account, unflushed, new QuietListener());
    private final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, Packets.payload(4));

    @Test
    void shouldSendWhatTheDatagramHolds()
    {
        socket.send(datagram, TO);
        socket.send(datagram, TO);
        assertEquals(List.of(socket), unflushed);
        assertNull(channel.readOutbound());
        datagram.envelope().array()[60] ^= 1;      // the caller's again
        socket.flush();

        datagram.envelope().array()[60] ^= 1;
        for (int i = 0; i < 2; i++)
        {
            final DatagramPacket packet = channel.readOutbound();
            assertEquals(TO, packet.recipient());
            final byte[] bytes = new byte[packet.content().readableBytes()];
            packet.content().readBytes(bytes);
            assertArrayEquals(Packets.bytes(datagram), bytes);
            packet.release();
        }
        assertEquals(2, account.figures(0, 0).sent());
    }

    @Test
    void shouldDropWhatThereIsNoRoomFor()
    {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        assertFalse(socket.isWritable());
        socket.send(datagram, TO);
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        assertTrue(socket.isWritable());
        socket.send(datagram, TO);
        socket.flush();

        assertEquals(1, account.figures(0, 0).failed(SendFailure.BACKLOG_FULL));
        assertEquals(1, account.figures(0, 0).sent());
        channel.releaseOutbound();
    }

    @Test
    void shouldCountWhatWaitsWhenTheSocketIsClosedAndWhatComesAfterIt()
    {
        socket.send(datagram, TO);
        socket.close();
        socket.send(datagram, TO);
        socket.flush();

        assertEquals(2, account.figures(0, 0).failed(SendFailure.SOCKET_CLOSED));
        assertEquals(0, account.figures(0, 0).sent());
    }

    /** Java's own words, and texts of Linux' C library. */
    static Stream<Arguments> refusals()
    {
        return Stream.of(
            Arguments.of(SendFailure.TOO_LONG, new SocketException("Message too long")),
            Arguments.of(SendFailure.UNREACHABLE, new SocketException("Network is unreachable")),
            Arguments.of(SendFailure.UNREACHABLE, new NoRouteToHostException("No route to host")),
            Arguments.of(SendFailure.NOT_PERMITTED, new IOException("Operation not permitted")),
            Arguments.of(SendFailure.NOT_PERMITTED, new SocketException("Permission denied")),
            Arguments.of(SendFailure.NO_BUFFERS, new IOException("No buffer space available")),
            Arguments.of(SendFailure.NO_BUFFERS, new IOException("Cannot allocate memory")),
            Arguments.of(SendFailure.SOCKET_CLOSED, new ClosedChannelException()),
            Arguments.of(SendFailure.OTHER, new IOException("Invalid argument")),
            Arguments.of(SendFailure.OTHER, new IOException()));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldTellTheSystemsRefusalsApart(final SendFailure expected, final Throwable cause)
    {
        assertEquals(expected, SendFailure.of(cause));
    }

    /** Numbers of Linux: asm-generic/errno-base.h and errno.h. */
    @ParameterizedTest
    @CsvSource({
        "TOO_LONG, -90",
        "UNREACHABLE, -101",
        "UNREACHABLE, -113",
        "NOT_PERMITTED, -1",
        "NOT_PERMITTED, -13",
        "NO_BUFFERS, -105",
        "NO_BUFFERS, -12",
        "OTHER, -22"})
    void shouldTellTheNumbersOfRefusalsApart(final SendFailure expected, final int number)
    {
        assumeTrue(Epoll.isAvailable());        // or there is no such exception
        assertEquals(expected, SendFailure.of(new NativeIoException("sendmmsg", number, false)));
    }
}
