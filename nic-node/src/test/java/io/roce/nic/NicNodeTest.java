package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.LinkKinds;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.link.UdpLink;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NicNodeTest
{
    private static final int ROUNDS = 100;

    @Test
    void shouldServeWhereItWasToldTo() throws Exception
    {
        try (NicNode node = open("127.20.5.1", 0))
        {
            assertEquals(InetAddress.getByName("127.20.5.1"), node.udpAddress().getAddress());
            assertTrue(node.udpAddress().getPort() > 0);

            final LinkFigures link = node.lane().submit(node.lane()::linkFigures).join().get(0);
            assertEquals(node.udpAddress(), link.udp());
            assertEquals(UdpLink.resolve(LinkKind.AUTO), link.kind());
            assertTrue(link.receiveBufferBytes() > 0);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldGiveItsAddressBackWhenClosed(final LinkKind kind) throws Exception
    {
        final int port;
        try (NicNode node = open(kind, "127.20.5.2", 0))
        {
            port = node.udpAddress().getPort();
        }
        for (int i = 0; i < ROUNDS; i++)
        {
            open(kind, "127.20.5.2", port).close();
        }
    }

    static Stream<LinkKind> kinds()
    {
        return LinkKinds.available();
    }

    @Test
    void shouldSayThatAnAddressIsInUseAndLeaveNothingOpen() throws Exception
    {
        try (NicNode node = open("127.20.5.3", 0))
        {
            final int port = node.udpAddress().getPort();
            final long threads = laneThreads();

            final IOException failure = assertThrows(IOException.class, () -> open("127.20.5.3", port));

            assertEquals("127.20.5.3:" + port + " is in use", failure.getMessage());
            awaitLaneThreads(threads);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldLeaveNoAddressOpenWhenOneIsInUse(final LinkKind kind) throws Exception
    {
        final int free;
        try (DatagramSocket probe = new DatagramSocket(at("127.20.5.6", 0)))
        {
            free = probe.getLocalPort();
        }
        try (NicNode node = open("127.20.5.5", 0))
        {
            final int taken = node.udpAddress().getPort();
            final long threads = laneThreads();
            final NicNodeConfig config = NodeUnderTest.config(kind, "127.20.5.6").ports(Ports.of(
                Port.of(1, at("127.20.5.6", free), at("127.20.5.7", 0)),
                Port.of(2, at("127.20.5.5", taken))));

            final IOException failure = assertThrows(IOException.class, () -> NicNode.open(config));

            assertEquals("127.20.5.5:" + taken + " is in use", failure.getMessage());
            awaitLaneThreads(threads);
            new DatagramSocket(at("127.20.5.6", free)).close();
        }
    }

    @Test
    void shouldCloseTwice() throws Exception
    {
        final NicNode node = open("127.20.5.4", 0);
        node.close();
        node.close();
        assertTrue(node.lane().submit(() -> 1).isCompletedExceptionally());
    }

    @Test
    void shouldRefuseAConfigurationBeforeAnythingIsOpened() throws Exception
    {
        final long threads = laneThreads();
        assertThrows(IllegalArgumentException.class, () -> NicNode.open(new NicNodeConfig().maxQps(0)));
        awaitLaneThreads(threads);
    }

    @Test
    void shouldKnowItsVersion() throws Exception
    {
        final String pom = Files.readString(
            Path.of(System.getProperty("roce.root"), "nic-node", "pom.xml"), StandardCharsets.UTF_8);

        assertFalse(NicNode.version().isBlank());
        assertTrue(pom.contains("<version>" + NicNode.version() + "</version>"), NicNode.version());
    }

    /** An event loop has ended a moment before its thread has. */
    private static void awaitLaneThreads(final long most) throws Exception
    {
        Await.until(NicNodeTest::laneThreads, count -> count <= most);
    }

    private static long laneThreads()
    {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("roce-lane"))
            .count();
    }

    private static InetSocketAddress at(final String host, final int port)
    {
        return new InetSocketAddress(host, port);
    }

    private static NicNode open(final String host, final int port) throws IOException
    {
        return open(LinkKind.AUTO, host, port);
    }

    private static NicNode open(final LinkKind kind, final String host, final int port) throws IOException
    {
        final NicNodeConfig config =
            NodeUnderTest.config(kind, host).bind(new InetSocketAddress(host, port));
        return NicNode.open(config);
    }
}
