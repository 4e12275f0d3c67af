package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import io.roce.nic.link.LinkKind;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The kernel's own RoCEv2 stack sends over IPv6 without a UDP checksum, which a socket does not take unless told. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class Ipv6ChecksumTest
{
    private static final int IPPROTO_UDP = 17;
    private static final int UDP_NO_CHECK6_TX = 101;

    /** The ICRC says that it is whole, so it comes to its queue pair, which is none here. */
    @Test
    void shouldTakeAPacketWithoutUdpChecksumByItsIcrc() throws Exception
    {
        assumeTrue(Epoll.isAvailable(), "the native transport is not there");
        final Socket socket = Socket.newSocketDgram();
        try (NodeUnderTest node = NodeUnderTest.open(NodeUnderTest.config(LinkKind.EPOLL, "::1"), "::1"))
        {
            socket.setIntOpt(IPPROTO_UDP, UDP_NO_CHECK6_TX, 1);
            socket.bind(new InetSocketAddress("::1", 0));
            final byte[] packet = Packets.bytes(
                Packets.builder(Opcode.RC_SEND_ONLY, NodeUnderTest.FIRST_QPN), socket.localAddress(), node.to());
            final ByteBuffer direct = ByteBuffer.allocateDirect(packet.length).put(packet);
            socket.sendTo(direct, 0, packet.length, node.to().getAddress(), node.to().getPort());

            final LedgerSnapshot ledger = node.ledgerAfter(1);
            assertTrue(ledger.isBalanced());
            assertEquals(1, ledger.count(Fate.QPN_UNALLOCATED));
        }
        finally
        {
            socket.close();
        }
    }
}
