package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import io.roce.nic.Await;
import io.roce.wire.Skip;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a link sends, over every socket that works here, as another link receives it. */
class UdpLinkEgressTest
{
    private static final int FIRST_SOURCE_PORT = 0xC000;
    private static final int LONGER_THAN_UDP_CARRIES = 65_530;
    private static final int MORE_THAN_MAY_WAIT = 200;

    private final BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> identifications = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final AtomicInteger batches = new AtomicInteger();
    private final List<UdpLink> links = new ArrayList<>();
    private EventLoopGroup group;

    @AfterEach
    void endLoop() throws Exception
    {
        onLoop(() ->
        {
            links.forEach(UdpLink::close);
            return null;
        });
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        assertTrue(errors.isEmpty(), errors::toString);
    }

    static Stream<LinkKind> kinds()
    {
        return LinkKinds.available();
    }

    static Stream<Arguments> kindsAndAddresses()
    {
        return kinds().flatMap(kind -> Stream.of(
            Arguments.of(kind, "127.20.8.1", "127.20.8.2"),
            Arguments.of(kind, "::1", "::1")));
    }

    @ParameterizedTest
    @MethodSource("kindsAndAddresses")
    void shouldSendWithARightIcrcFromThePortThatIsAskedFor(
        final LinkKind kind, final String host, final String toHost) throws Exception
    {
        final UdpLink sender = open(kind, host);
        final UdpLink receiver = open(kind, toHost);
        final int own = sender.figures().udp().getPort();
        final int other = anySourcePort(sender);
        assertNotEquals(own, other);

        onLoop(() ->
        {
            for (int psn = 0; psn < 3; psn++)
            {
                sender.send(packet(sender, receiver, own, psn), receiver.figures().udp(), own);
                sender.send(packet(sender, receiver, other, psn), receiver.figures().udp(), other);
            }
            sender.flush();
            return null;
        });

        final List<String> fromOwn = new ArrayList<>();
        final List<String> fromOther = new ArrayList<>();
        for (int i = 0; i < 6; i++)
        {
            final String arrival = arrival();
            (arrival.startsWith(own + " ") ? fromOwn : fromOther).add(arrival);
        }
        assertEquals(List.of(own + " 0 EXACT", own + " 1 EXACT", own + " 2 EXACT"), fromOwn);
        assertEquals(List.of(other + " 0 EXACT", other + " 1 EXACT", other + " 2 EXACT"), fromOther);
        final EgressFigures figures = onLoop(sender::egressFigures);
        assertEquals(6, figures.sent());
        assertEquals(0, figures.failed());
        assertEquals(1, figures.sourcePorts());
    }

    /** As another program sees it on the wire, from the port that data is received at and from one beside it. */
    @ParameterizedTest
    @MethodSource("kinds")
    @EnabledOnOs(OS.LINUX)
    void shouldSendIdentificationZeroAndDontFragment(final LinkKind kind, @TempDir final Path folder) throws Exception
    {
        final UdpLink sender = open(kind, GsoMode.OFF, "127.20.8.3");
        final UdpLink receiver = open(kind, "127.20.8.4");
        Skip.unless(sender.figures().isIdentificationZero(), "don't-fragment cannot be set with " + kind);
        final int own = sender.figures().udp().getPort();
        final int other = anySourcePort(sender);
        final Path file = folder.resolve("egress.pcap");
        final InetSocketAddress to = receiver.figures().udp();
        final Process capture = capture(file, to);
        try
        {
            onLoop(() ->
            {
                for (int psn = 0; psn < 2; psn++)
                {
                    sender.send(packet(sender, receiver, own, psn), to, own);
                    sender.send(packet(sender, receiver, other, psn), to, other);
                }
                sender.flush();
                return null;
            });
            assertTrue(capture.waitFor(20, TimeUnit.SECONDS));
        }
        finally
        {
            capture.destroy();
        }

        final List<String> expected = List.of(
            "0x0000\t1\t" + other, "0x0000\t1\t" + other, "0x0000\t1\t" + own, "0x0000\t1\t" + own);
        assertEquals(
            expected.stream().sorted().toList(),
            tshark(file).stream().map(line -> line.replace("True", "1")).sorted().toList());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldSendFromItsOwnPortWhenThereAreTooManyOthers(final LinkKind kind) throws Exception
    {
        final UdpLink link = open(kind, "127.20.8.5");
        final int own = link.figures().udp().getPort();
        onLoop(() ->
        {
            final List<Integer> open = new ArrayList<>();
            int next = FIRST_SOURCE_PORT;
            for (; open.size() < UdpLink.MAX_SOURCE_PORTS; next++)
            {
                if (link.openSourcePort(next) == next)
                {
                    open.add(next);
                }
            }
            final long fallbacks = link.egressFigures().sourcePortFallbacks();
            assertEquals(own, link.openSourcePort(next));
            assertEquals(fallbacks + 1, link.egressFigures().sourcePortFallbacks());
            assertEquals(UdpLink.MAX_SOURCE_PORTS, link.egressFigures().sourcePorts());

            // One that two use is not free when one of them goes; its own port never is.
            final int shared = open.get(0);
            assertEquals(shared, link.openSourcePort(shared));
            link.closeSourcePort(shared);
            link.closeSourcePort(own);
            assertEquals(own, link.openSourcePort(next));

            link.closeSourcePort(shared);
            link.closeSourcePort(open.get(1));
            assertEquals(shared, link.openSourcePort(shared));
            while (link.openSourcePort(next) != next)
            {
                next++;
            }
            assertFalse(link.isWritable(open.get(1)));
            assertTrue(link.isWritable(shared));
            assertEquals(UdpLink.MAX_SOURCE_PORTS, link.egressFigures().sourcePorts());
            return null;
        });
    }

    @ParameterizedTest
    @MethodSource("kindsAndAddresses")
    void shouldSendFromItsOwnPortWhenAnotherHasTheOneAskedFor(
        final LinkKind kind, final String host, final String unused) throws Exception
    {
        final UdpLink link = open(kind, host);
        try (DatagramSender other = DatagramSender.open(new InetSocketAddress(host, 0)))
        {
            final int taken = other.localAddress().getPort();
            assertEquals(link.figures().udp().getPort(), onLoop(() -> link.openSourcePort(taken)));
        }
        assertEquals(1, onLoop(link::egressFigures).sourcePortFallbacks());
        assertEquals(0, onLoop(link::egressFigures).sourcePorts());
    }

    @ParameterizedTest
    @MethodSource("kindsAndAddresses")
    void shouldCountWhatCannotLeaveAndSendWhatCan(
        final LinkKind kind, final String host, final String toHost) throws Exception
    {
        final UdpLink sender = open(kind, host);
        final UdpLink receiver = open(kind, toHost);
        final int own = sender.figures().udp().getPort();
        final InetSocketAddress to = receiver.figures().udp();
        final RoceDatagram tooLong = new RoceDatagram(0xFFFF);
        tooLong.onBytes(LONGER_THAN_UDP_CARRIES);

        onLoop(() ->
        {
            sender.send(packet(sender, receiver, own, 1), to, own);
            sender.send(tooLong, to, own);
            sender.send(packet(sender, receiver, own, 2), to, own);
            sender.send(packet(sender, receiver, 1, 3), to, 1);
            sender.flush();
            return null;
        });

        assertEquals(own + " 1 EXACT", arrival());
        assertEquals(own + " 2 EXACT", arrival());
        final EgressFigures figures = onLoop(sender::egressFigures);
        assertEquals(2, figures.sent());
        assertEquals(1, figures.failed(SendFailure.TOO_LONG));
        assertEquals(1, figures.failed(SendFailure.SOCKET_CLOSED));
        assertEquals(2, figures.failed());
        assertThrows(IllegalArgumentException.class, () -> onLoop(() ->
        {
            final String otherFamily = host.contains(":") ? "127.20.8.1" : "::1";
            sender.send(packet(sender, receiver, own, 1), new InetSocketAddress(otherFamily, 4791), own);
            return null;
        }));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldNotKeepMoreThanMayWaitAndSayWhenThereIsRoomAgain(final LinkKind kind) throws Exception
    {
        final UdpLink sender = open(kind, "127.20.8.6");
        final UdpLink receiver = open(kind, "127.20.8.7");
        final int own = sender.figures().udp().getPort();
        final InetSocketAddress to = receiver.figures().udp();
        final byte[] payload = Packets.payload(4_096);
        final int unwritable = onLoop(() ->
        {
            int count = 0;
            for (int psn = 0; psn < MORE_THAN_MAY_WAIT; psn++)
            {
                sender.send(packet(sender, receiver, own, psn, payload), to, own);
                count += sender.isWritable(own) ? 0 : 1;
            }
            return count;
        });
        // With Netty 31 packets of 4,112 bytes and 96 that it adds are less than 128 KiB, 32 are more: six times in
        // 200. The other link lets its batch leave when it is full.
        assertEquals(kind == LinkKind.MMSG ? 0 : 6, unwritable);
        assertTrue(onLoop(sender::egressFigures).sent() < MORE_THAN_MAY_WAIT);

        onLoop(() ->
        {
            sender.flush();
            return null;
        });
        assertEquals(MORE_THAN_MAY_WAIT, onLoop(sender::egressFigures).sent());
        for (int psn = 0; psn < MORE_THAN_MAY_WAIT; psn++)
        {
            assertEquals(own + " " + psn + " EXACT", arrival());
        }
        // Nothing has come to the sender: these say that there is room.
        Await.until(batches::get, count -> count >= unwritable);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveToTheSystemWhatComesToASocketThatOnlySends(final LinkKind kind) throws Exception
    {
        final UdpLink link = open(kind, "127.20.8.8");
        final InetSocketAddress port = new InetSocketAddress("127.20.8.8", anySourcePort(link));
        try (DatagramSender other = DatagramSender.open(new InetSocketAddress("127.20.8.9", 0)))
        {
            for (int i = 0; i < 100; i++)
            {
                other.send(new byte[1_024], 0, 1_024, port);
            }
        }
        // The least receive buffer holds one or two of them.
        final long drops = new KernelDrops(port).count();
        assertTrue(drops >= 95, () -> drops + " dropped");
        assertEquals(0, batches.get());
    }

    /**
     * A receiver whose system cuts up what was given in one piece sees datagrams whose ICRCs are for identifications
     * from 0 on; one that leaves it together knows their places.
     */
    @ParameterizedTest
    @EnumSource(names = {"MMSG", "EPOLL"})
    void shouldMakeIcrcsForTheIdentificationsOfSegments(final LinkKind receiverKind) throws Exception
    {
        Skip.unless(LinkKinds.available().anyMatch(LinkKind.MMSG::equals), "link mmsg is not available");
        final UdpLink sender = open(LinkKind.MMSG, GsoMode.AUTO, "127.20.8.10");
        final UdpLink receiver = open(receiverKind, "127.20.8.11");
        final int own = sender.figures().udp().getPort();

        onLoop(() ->
        {
            for (int psn = 0; psn < 70; psn++)
            {
                sender.send(packet(sender, receiver, own, psn), receiver.figures().udp(), own);
            }
            sender.flush();
            return null;
        });

        final boolean isTogether = receiverKind == LinkKind.MMSG;
        for (int psn = 0; psn < 70; psn++)
        {
            final int segment = psn % 64;
            assertEquals(
                own + " " + psn + (isTogether || segment == 0 ? " EXACT" : " MISMATCH") + " " + segment,
                arrival() + " " + identifications.poll());
        }
        assertEquals(70, onLoop(sender::egressFigures).sent());
    }

    private UdpLink open(final LinkKind kind, final String host) throws Exception
    {
        return open(kind, GsoMode.AUTO, host);
    }

    private UdpLink open(final LinkKind kind, final GsoMode gso, final String host) throws Exception
    {
        if (group == null)
        {
            group = UdpLink.newEventLoopGroup(kind, "link-under-test");
        }
        final EventLoop eventLoop = group.next();
        final UdpLink link = UdpLink.open(
            new GidEntry(1, 0, new InetSocketAddress(host, 0)), eventLoop, kind, gso, 4 << 20, errors::add);
        final boolean isSender = links.isEmpty();
        links.add(link);
        final IcrcVerifier verifier = new IcrcVerifier(IcrcMode.STRICT);
        return onLoop(() ->
        {
            link.start(
                (datagram, gid) ->
                {
                    final IcrcVerdict verdict =
                        verifier.verify(datagram.envelope(), datagram.length(), datagram.segment());
                    identifications.add(verifier.identification());
                    arrivals.add(
                        datagram.envelope().sourcePort() + " " + datagram.packet().bth().psn() + " " + verdict);
                },
                isSender ? batches::incrementAndGet : () -> { });
            return link;
        });
    }

    /** A port beside its own; other programs may have the first ones. */
    private int anySourcePort(final UdpLink link) throws Exception
    {
        return onLoop(() ->
        {
            int port = FIRST_SOURCE_PORT;
            while (link.openSourcePort(port) != port)
            {
                port++;
            }
            return port;
        });
    }

    private <T> T onLoop(final Callable<T> command) throws Exception
    {
        final Future<T> result = group.next().submit(command).awaitUninterruptibly();
        if (result.cause() instanceof final Error error)
        {
            throw error;
        }
        if (!result.isSuccess())
        {
            throw (Exception)result.cause();
        }
        return result.getNow();
    }

    private String arrival() throws InterruptedException
    {
        final String arrival = arrivals.poll(10, TimeUnit.SECONDS);
        assertNotNull(arrival, "nothing arrived");
        return arrival;
    }

    private static RoceDatagram packet(
        final UdpLink from, final UdpLink to, final int sourcePort, final int psn)
    {
        return packet(from, to, sourcePort, psn, Packets.payload(20));
    }

    private static RoceDatagram packet(
        final UdpLink from, final UdpLink to, final int sourcePort, final int psn, final byte[] payload)
    {
        return Packets.ofBytes(Packets.bytes(
            Packets.builder(Opcode.RC_SEND_ONLY, 0x12, psn).payload(payload),
            new InetSocketAddress(from.figures().udp().getAddress(), sourcePort),
            to.figures().udp()));
    }

    /** What goes there, four packets of it; runs when this returns. */
    private static Process capture(final Path file, final InetSocketAddress to) throws IOException
    {
        final Process process;
        try
        {
            process = new ProcessBuilder(
                "tcpdump", "-i", "lo", "-c", "4", "--immediate-mode", "-w", file.toString(),
                "udp and dst host " + to.getAddress().getHostAddress() + " and dst port " + to.getPort()).start();
        }
        catch (final IOException ex)
        {
            Skip.unless(false, "tcpdump is not installed");
            throw ex;
        }
        final BufferedReader complaints =
            new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        String line = complaints.readLine();
        while (line != null && !line.contains("listening on"))
        {
            line = complaints.readLine();
        }
        Skip.unless(line != null, "tcpdump may not capture");
        return process;
    }

    private static List<String> tshark(final Path file) throws IOException
    {
        final Process process;
        try
        {
            process = new ProcessBuilder(
                "tshark", "-r", file.toString(), "-T", "fields",
                "-e", "ip.id", "-e", "ip.flags.df", "-e", "udp.srcport")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        }
        catch (final IOException ex)
        {
            Skip.unless(false, "tshark is not installed");
            throw ex;
        }
        return process.inputReader(StandardCharsets.UTF_8).lines().toList();
    }
}
