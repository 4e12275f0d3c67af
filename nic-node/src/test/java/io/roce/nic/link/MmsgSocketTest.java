package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.roce.nic.Await;
import io.roce.nic.mmsg.Errno;
import io.roce.nic.mmsg.SendBatch;
import io.roce.wire.Skip;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link UdpLinkTest} and {@link UdpLinkEgressTest} cannot bring a socket to, and what it costs. */
class MmsgSocketTest
{
    private static final int RECEIVE_BUFFER_BYTES = 4 << 20;
    private static final int PACKETS = 200;
    private static final int ROUNDS = 20;

    private final EgressAccount account = new EgressAccount();
    private final List<UdpSocket> unflushed = new ArrayList<>();
    private final QuietListener listener = new QuietListener();
    private final AtomicInteger transmissions = new AtomicInteger();
    private final AtomicInteger arrived = new AtomicInteger();
    private final RoceDatagram datagram = Packets.rcSendOnly(0x12, 1, Packets.payload(4_000));
    private EventLoopGroup group;
    private EventLoop eventLoop;
    private DatagramSocket receiver;
    private MmsgSocket socket;

    @BeforeEach
    void openReceiver() throws IOException
    {
        final String unavailability = NativeSocket.unavailability();
        assumeTrue(unavailability == null, unavailability);
        group = UdpLink.newEventLoopGroup(LinkKind.MMSG, "socket-under-test");
        eventLoop = group.next();
        receiver = new DatagramSocket(new InetSocketAddress("127.20.8.30", 0));
        receiver.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        receiver.setSoTimeout(5_000);
    }

    @AfterEach
    void close() throws Exception
    {
        if (socket != null)
        {
            onLoop(() ->
            {
                socket.close();
                socket.close();
                return null;
            });
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            receiver.close();
            assertEquals(List.of(), listener.errors);
        }
    }

    @Test
    void shouldWaitForRoomInTheSocketsBufferAndGoOn() throws Exception
    {
        open((batch, fd) -> transmissions.incrementAndGet() <= 3 ? -Errno.EAGAIN : batch.send(fd));
        onLoop(() ->
        {
            // 31 packets of 4,016 bytes come to 128 KiB: the first wait in memory, the others have no place.
            for (int i = 0; i < 40; i++)
            {
                socket.send(datagram, to());
            }
            assertFalse(socket.isWritable());
            assertEquals(40 - 32, account.figures(0, 0).failed(SendFailure.BACKLOG_FULL));
            assertEquals(1, transmissions.get(), "a full buffer is asked again when the system says so");
            socket.flush();
            assertEquals(1, transmissions.get());
            return null;
        });

        for (int i = 0; i < 32; i++)
        {
            receiver.receive(new DatagramPacket(new byte[8_000], 8_000));
        }
        Await.until(() -> onLoop(() -> listener.writable), count -> count == 1);
        onLoop(() ->
        {
            assertTrue(socket.isWritable());
            assertEquals(32, account.figures(0, 0).sent());
            assertEquals(4, transmissions.get());
            return null;
        });
    }

    /** A queue pair asks once for a turn of 16 packets: of 128 KiB two are taken, of 64 datagrams three. */
    @ParameterizedTest
    @CsvSource({"4000, 2", "100, 3"})
    void shouldHaveRoomForATurnWhereItIsWritable(final int payloadLength, final int turnsTaken) throws Exception
    {
        open((batch, fd) -> -Errno.EAGAIN);
        final RoceDatagram packet = Packets.rcSendOnly(0x12, 1, Packets.payload(payloadLength));
        onLoop(() ->
        {
            int turns = 0;
            for (; socket.isWritable(); turns++)
            {
                for (int i = 0; i < 16; i++)
                {
                    socket.send(packet, to());
                }
            }
            assertEquals(turnsTaken, turns);
            assertEquals(0, account.figures(0, 0).failed());
            return null;
        });
    }

    @Test
    void shouldCountWhatTheSystemRefusesAndSendWhatIsBehindIt() throws Exception
    {
        open((batch, fd) -> switch (transmissions.incrementAndGet())
        {
            case 1 -> -Errno.EINTR;
            case 2 -> -Errno.ENOBUFS;
            default -> batch.send(fd);
        });
        onLoop(() ->
        {
            socket.send(datagram, to());
            socket.send(datagram, to());
            socket.send(datagram, to());
            socket.flush();
            assertEquals(1, account.figures(0, 0).failed(SendFailure.NO_BUFFERS));
            assertEquals(2, account.figures(0, 0).sent());
            return null;
        });
    }

    @Test
    void shouldCountWhatWaitsWhenItIsClosedAndWhatComesAfterIt() throws Exception
    {
        open((batch, fd) -> -Errno.EAGAIN);
        onLoop(() ->
        {
            socket.send(datagram, to());
            socket.flush();
            socket.close();
            assertFalse(socket.isWritable());
            socket.send(datagram, to());
            socket.flush();
            assertEquals(2, account.figures(0, 0).failed(SendFailure.SOCKET_CLOSED));
            assertEquals(0, account.figures(0, 0).sent());
            return null;
        });
    }

    /** As a node that starts under traffic: the places of segments are known from the first datagram on. */
    @Test
    void shouldKnowThePlacesOfSegmentsThatCameBeforeItRead() throws Exception
    {
        open(SendBatch::send);
        try (NativeSocket sender = NativeSocket.open(new InetSocketAddress("127.20.8.32", 0), RECEIVE_BUFFER_BYTES))
        {
            Skip.unless(sender.hasSegments(), "segments that stay together take Linux 5.0");
            final SendBatch batch = new SendBatch(1 << 10);
            for (final int length : new int[]{100, 100, 30})
            {
                batch.add(new byte[100], 0, length, socket.local(), true);
            }
            assertEquals(3, batch.send(sender.intValue()));
        }
        final List<String> received = Collections.synchronizedList(new ArrayList<>());
        onLoop(() ->
        {
            socket.read(
                (datagram, gid) -> received.add(datagram.segment() + ":" + datagram.length()),
                new GidEntry(1, 0, socket.local()));
            return null;
        });
        Await.until(received::size, size -> size == 3);
        assertEquals(List.of("0:100", "1:100", "2:30"), received);
    }

    /** Of the rounds the best counts: the JVM's own work allocates now and then. */
    @Test
    void shouldAllocateNothingForADatagram() throws Exception
    {
        open(SendBatch::send);
        onLoop(() ->
        {
            socket.read((received, gid) -> arrived.incrementAndGet(), new GidEntry(1, 0, socket.local()));
            return null;
        });
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long loop = onLoop(() -> Thread.currentThread().getId());
        final byte[] bytes = Packets.bytes(datagram);
        long least = Long.MAX_VALUE;
        for (int round = 1; round <= ROUNDS; round++)
        {
            final long before = threads.getThreadAllocatedBytes(loop);
            for (int i = 0; i < PACKETS; i++)
            {
                receiver.send(new DatagramPacket(bytes, bytes.length, socket.local()));
            }
            final int expected = round * PACKETS;
            Await.until(arrived::get, count -> count == expected);
            least = Math.min(least, threads.getThreadAllocatedBytes(loop) - before);
        }
        final long allocated = least;
        assertTrue(allocated < PACKETS, () -> allocated + " bytes for " + PACKETS + " datagrams");
    }

    private void open(final MmsgSocket.Transmission transmission) throws IOException
    {
        socket = MmsgSocket.open(
            new InetSocketAddress("127.20.8.31", 0),
            false,
            eventLoop,
            RECEIVE_BUFFER_BYTES,
            GsoMode.OFF,
            account,
            unflushed,
            listener,
            transmission);
    }

    private InetSocketAddress to()
    {
        return (InetSocketAddress)receiver.getLocalSocketAddress();
    }

    private <T> T onLoop(final Callable<T> command)
    {
        return eventLoop.submit(command).syncUninterruptibly().getNow();
    }
}
