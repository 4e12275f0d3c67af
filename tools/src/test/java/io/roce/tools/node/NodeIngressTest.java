package io.roce.tools.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.stats.Fate;
import io.roce.tools.CommandRun;
import io.roce.wire.capture.FrameBytes;
import io.roce.wire.capture.RawFrames;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that reads from a capture of the loopback interface. */
class NodeIngressTest
{
    private static final String PEER = "127.0.9.51";
    private static final String HERE = "127.0.9.52";

    /** UC SEND only, to the first number that the node gives out. */
    private static final byte[] SEND = FrameBytes.hex("2400ffff00000011000000000102030400000000");

    @BeforeEach
    void requireLivePackets()
    {
        RawFrames.require();
    }

    @Test
    void shouldVerifyTheIcrcWithTheIdentificationThatThePacketHas() throws Exception
    {
        try (NicNode node = open(); RawFrames raw = RawFrames.open())
        {
            bringUp();
            final byte[] right = packet(0x1234, 0x4000);
            raw.send(right);
            raw.send(packet(0x4321, 0));
            await(node, 2);

            final byte[] other = right.clone();
            ByteBuffer.wrap(other).putShort(4, (short)0x1235);
            raw.send(withHeaderChecksum(other));
            await(node, 3);

            assertEquals(2, node.lane().ledger().count(Fate.DELIVERED_REQUEST));
            assertEquals(1, node.lane().ledger().count(Fate.ICRC_MISMATCH));
            final JsonNode drop = CommandRun.of("why", "--node", HERE, "--json").json();
            assertTrue(drop.toString().contains("ICRC_MISMATCH"), drop::toString);
        }
    }

    @Test
    void shouldNotSeeWhatTheKernelWouldHaveDropped() throws Exception
    {
        try (NicNode node = open(); RawFrames raw = RawFrames.open())
        {
            final byte[] badHeader = packet(1, 0x4000);
            badHeader[8]--;
            final byte[] badDatagram = FrameBytes.withChecksums(packet(2, 0x4000));
            badDatagram[30] ^= 1;
            raw.send(badHeader);
            raw.send(badDatagram);
            raw.send(packet(3, 0x2000));
            raw.send(packet(4, 0x4000));
            await(node, 1);

            assertEquals(1, node.lane().ledger().received());
            final JsonNode ingress = CommandRun.of("stats", "--node", HERE, "--json").json().findValue("ingress");
            assertEquals(
                "{\"DELIVERED\":1,\"OTHER_MAC\":0,\"VLAN\":0,\"IP_CHECKSUM\":1,\"OTHER_ADDRESS\":0," +
                    "\"SOURCE_ADDRESS\":0,\"FRAGMENT\":1,\"LENGTH\":0,\"UDP_CHECKSUM\":1}",
                ingress.get("verdicts").toString());
            assertEquals("lo 0 0 0 null", ingress.get("interface").textValue() + ' ' + ingress.get("capture_drops") +
                ' ' + ingress.get("hand_over_drops") + ' ' + ingress.get("interruptions") + ' ' +
                ingress.get("interruption"));
        }
    }

    /** Extension headers do not stand between a socket and its datagram; the ICRC is that of the packet without. */
    @Test
    void shouldTakeIpv6PacketsWithExtensionHeaders() throws Exception
    {
        final byte[] plain = FrameBytes.ipv6().ipPacket(SEND);
        ByteBuffer.wrap(plain).putLong(16, 1).putLong(32, 1).putLong(8, 0).putLong(24, 0);
        final byte[] right = FrameBytes.withChecksums(FrameBytes.withIcrc(plain));
        final byte[] extended = ByteBuffer.allocate(right.length + 8)
            .put(right, 0, 40).put(FrameBytes.hex("1100010400000000")).put(right, 40, right.length - 40)
            .putShort(4, (short)(right.length - 40 + 8)).put(6, (byte)60).array();
        try (
            NicNode node = NicNode.open(new NicNodeConfig().bind(new InetSocketAddress("::1", 4791)).ingress("lo"));
            RawFrames raw = RawFrames.open())
        {
            raw.send(right);
            raw.send(extended);
            await(node, 2);

            assertEquals(2, node.lane().ledger().count(Fate.QPN_UNALLOCATED));
        }
    }

    /** Thousands more than its socket has room for: nothing is answered, and what the socket drops is not missing. */
    @Test
    void shouldTakeALotAndAnswerNothing() throws Exception
    {
        try (
            NicNode node = open();
            DatagramSocket socket = new DatagramSocket(new InetSocketAddress(PEER, 0)))
        {
            socket.connect(InetAddress.getByName(HERE), 4791);
            socket.setSoTimeout(300);
            final DatagramPacket packet = new DatagramPacket(SEND, SEND.length);
            for (int i = 1; i <= 5_000; i++)
            {
                socket.send(packet);
                if (i % 100 == 0)
                {
                    await(node, i);
                }
            }
            assertThrows(SocketTimeoutException.class, () -> socket.receive(packet));

            assertEquals(5_000, node.lane().ledger().received());
            assertEquals(0, node.lane().kernelDrops()[0]);
        }
    }

    /** While the lane is busy 1,024 datagrams find a place; what does not is counted, wherever it is dropped. */
    @Test
    void shouldCountWhatHasNoPlace() throws Exception
    {
        final int sent = 5_000;
        final CountDownLatch isFree = new CountDownLatch(1);
        try (
            NicNode node = open();
            DatagramSocket socket = new DatagramSocket(new InetSocketAddress(PEER, 0)))
        {
            final CountDownLatch hasBegun = new CountDownLatch(1);
            final CompletableFuture<Boolean> isBusy = node.lane().submit(() ->
            {
                hasBegun.countDown();
                return isFree.await(60, TimeUnit.SECONDS);
            });
            assertTrue(hasBegun.await(60, TimeUnit.SECONDS));
            try
            {
                final DatagramPacket packet =
                    new DatagramPacket(SEND, SEND.length, InetAddress.getByName(HERE), 4791);
                for (int i = 0; i < sent; i++)
                {
                    socket.send(packet);
                }
                awaitTrue(
                    () -> node.lane().kernelDrops()[0] >= sent - 1_024,
                    () -> node.lane().kernelDrops()[0] + " were dropped");
            }
            finally
            {
                isFree.countDown();
            }
            assertTrue(isBusy.join());
            awaitTrue(
                () -> received(node) + node.lane().kernelDrops()[0] == sent,
                () -> received(node) + " were received, " + node.lane().kernelDrops()[0] + " dropped");
            assertTrue(received(node) <= 1_024, () -> received(node) + " found a place");
        }
    }

    @Test
    void shouldPlayPingpong() throws Exception
    {
        final CompletableFuture<CommandRun> server = CompletableFuture
            .supplyAsync(() -> CommandRun.of(
                "pingpong", "rc", "-n", "200", "--ingress", "lo", "--bind", "127.0.9.53", "--json"))
            .orTimeout(90, TimeUnit.SECONDS);
        CommandRun client;
        do
        {
            client = CommandRun.of(
                "pingpong", "rc", "-n", "200", "--ingress", "lo", "--bind", "127.0.9.54", "--json", "127.0.9.53");
        }
        while (client.status() == 3 && !server.isDone());

        assertEquals(0, client.status(), client.err());
        assertEquals(0, server.join().status(), server.join().err());
    }

    /** What perf would otherwise send as one piece comes by a capture of this machine as one long datagram. */
    @Test
    void shouldMeasureMessagesOfSeveralPackets()
    {
        final CommandRun run = CommandRun.of(
            "perf", "write", "--bw", "-s", "65536", "-n", "20", "--ingress", "lo", "--loopback", "-d", HERE, PEER);
        assertEquals(0, run.status(), run::toString);
    }

    @Test
    void shouldRefuseWhatCannotBeCaptured()
    {
        assertRefused(1, "roce: the node cannot start: there is no interface nowhere0; there are ",
            "--bind", HERE, "--ingress", "nowhere0");
        assertRefused(2, "roce: ingress by a capture needs UDP port 4791: 127.0.9.52:4792",
            "--bind", HERE + ":4792", "--ingress", "lo");
    }

    private static void assertRefused(final int status, final String start, final String... options)
    {
        final List<String> command = new ArrayList<>(List.of("node"));
        command.addAll(List.of(options));
        final CommandRun run = CommandRun.of(command.toArray(String[]::new));

        assertEquals(status, run.status(), run.err());
        assertTrue(run.err().startsWith(start), run.err());
        assertEquals("", run.out());
    }

    private static NicNode open() throws Exception
    {
        return NicNode.open(new NicNodeConfig().bind(new InetSocketAddress(HERE, 4791)).ingress("lo"));
    }

    private static void bringUp()
    {
        run("qp", "create", "--type", "UC", "--node", HERE);
        run("qp", "modify", "0x11", "--state", "INIT", "--pkey-index", "0", "--port-num", "1",
            "--qp-access-flags", "none", "--node", HERE);
        run("qp", "modify", "0x11", "--state", "RTR", "--dgid", PEER, "--path-mtu", "1024", "--dest-qp-num", "0x12",
            "--rq-psn", "0", "--node", HERE);
    }

    private static void run(final String... command)
    {
        final CommandRun run = CommandRun.of(command);
        assertEquals(0, run.status(), run.err());
    }

    private static byte[] packet(final int identification, final int fragmentField) throws Exception
    {
        return RawFrames.between(
            PEER, HERE, FrameBytes.ipv4().identification(identification).fragmentField(fragmentField).ipPacket(SEND));
    }

    private static byte[] withHeaderChecksum(final byte[] ipPacket)
    {
        final byte[] right = FrameBytes.withChecksums(ipPacket);
        ByteBuffer.wrap(right).putShort(26, (short)0);
        return right;
    }

    private static void await(final NicNode node, final long received)
    {
        awaitTrue(() -> received(node) >= received, () -> received(node) + " have come, not " + received);
    }

    private static long received(final NicNode node)
    {
        return node.lane().submit(() -> node.lane().ledger().received()).join();
    }

    private static void awaitTrue(final BooleanSupplier condition, final Supplier<String> otherwise)
    {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(30), otherwise);
            Thread.yield();
        }
    }
}
