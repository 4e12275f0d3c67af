package io.roce.nic;

import io.roce.nic.lane.QpSteps;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.LinkFigures;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.LinkKinds;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.Packets;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A node of two ports over IPv4 and IPv6, by real datagrams to each of its addresses. */
class PortsOverSocketTest
{
    private static final Ports PORTS = Ports.of(
        Port.of(1, at("127.20.8.1"), at("127.20.8.2")).pKeys(List.of(0xFFFF, 0x8001)),
        Port.of(2, at("127.20.8.3"), at("::1")).pKeys(List.of(0x7FFF, 0x0001)).activeMtu(1024));

    private NicNode node;
    private DatagramSender ipv4;
    private DatagramSender ipv6;
    private LedgerSnapshot before;

    @AfterEach
    void close()
    {
        ipv4.close();
        ipv6.close();
        node.close();
    }

    static Stream<LinkKind> kinds()
    {
        return LinkKinds.available();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldServeEachAddressForTheQueuePairsThatAreThere(final LinkKind kind) throws Exception
    {
        open(kind);
        for (final QpType type : QpType.values())
        {
            for (final LinkFigures at : figures())
            {
                final int qpn = qpn(type, at, 0);
                for (final LinkFigures to : figures())
                {
                    // UD has no peer, and so no IP version.
                    final boolean isThere = type == QpType.UD ?
                        to.gid().portNum() == at.gid().portNum() : to.gid().equals(at.gid());
                    assertEquals(
                        isThere ? Fate.DELIVERED_REQUEST : Fate.PORT_MISMATCH,
                        fate(type, qpn, to, 0xFFFF),
                        type + " at " + at.udp() + " gets at " + to.udp());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldHaveAPKeyTableForEachPort(final LinkKind kind) throws Exception
    {
        open(kind);
        final LinkFigures full = figures().get(1);
        assertEquals(Fate.DELIVERED_REQUEST, fate(QpType.RC, qpn(QpType.RC, full, 1), full, 0x0001));
        assertEquals(Fate.P_KEY_MISMATCH, fate(QpType.RC, qpn(QpType.RC, full, 1), full, 0xFFFF));
        for (final LinkFigures limited : figures().subList(2, 4))
        {
            assertEquals(Fate.P_KEY_MISMATCH, fate(QpType.RC, qpn(QpType.RC, limited, 0), limited, 0x7FFF));
            assertEquals(Fate.DELIVERED_REQUEST, fate(QpType.RC, qpn(QpType.RC, limited, 1), limited, 0x8001));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldShowEveryAddressInOrder(final LinkKind kind) throws Exception
    {
        open(kind);
        assertEquals(PORTS.gids(), figures().stream().map(LinkFigures::gid).toList());
        assertEquals(node.udpAddresses(), figures().stream().map(LinkFigures::udp).toList());
        assertEquals(node.udpAddress(), node.udpAddresses().get(0));
        assertTrue(node.udpAddresses().stream().allMatch(udp -> udp.getPort() > 0), node.udpAddresses()::toString);
        assertEquals("127.20.8.1", node.adminAddress().getAddress().getHostAddress());
        assertEquals(4, node.lane().kernelDrops().length);
    }

    private void open(final LinkKind kind) throws IOException
    {
        node = NicNode.open(new NicNodeConfig().ports(PORTS).icrcMode(IcrcMode.STRICT).link(kind));
        ipv4 = DatagramSender.open(at("127.20.8.9"));
        ipv6 = DatagramSender.open(at("::1"));
    }

    private int qpn(final QpType type, final LinkFigures at, final int pKeyIndex) throws Exception
    {
        final GidEntry gid = at.gid();
        return onLane(() -> QpSteps.create(
            node.lane().queuePairs(), type, QpState.RTR, from(at).localAddress().getAddress(), gid, pKeyIndex));
    }

    private DatagramSender from(final LinkFigures to)
    {
        return to.udp().getAddress() instanceof Inet6Address ? ipv6 : ipv4;
    }

    /** Sends one request. */
    private Fate fate(final QpType type, final int qpn, final LinkFigures to, final int pKey) throws Exception
    {
        before = onLane(node.lane()::ledger);
        final byte[] bytes = Packets.bytes(
            Packets.builder(Opcode.valueOf(type + "_SEND_ONLY"), qpn)
                .set(PacketField.Q_KEY, QpSteps.Q_KEY)
                .set(PacketField.P_KEY, pKey),
            from(to).localAddress(),
            to.udp());
        from(to).send(bytes, 0, bytes.length, to.udp());
        final LedgerSnapshot after = Await.until(
            () -> onLane(node.lane()::ledger), ledger -> ledger.received() > before.received());
        assertTrue(after.isBalanced());
        return Stream.of(Fate.values())
            .filter(fate -> after.count(fate) > before.count(fate))
            .findFirst()
            .orElseThrow();
    }

    private List<LinkFigures> figures() throws Exception
    {
        return onLane(node.lane()::linkFigures);
    }

    private <T> T onLane(final Callable<T> command) throws Exception
    {
        return node.lane().submit(command).get();
    }

    private static InetSocketAddress at(final String host)
    {
        return new InetSocketAddress(host, 0);
    }
}
