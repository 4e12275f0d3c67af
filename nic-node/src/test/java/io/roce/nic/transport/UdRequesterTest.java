package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpSteps;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.qp.SampleAttributes;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WrOpcode;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.RocePacket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class UdRequesterTest
{
    private static final InetAddress OTHER = SampleAttributes.address("127.20.7.3");
    private static final InetAddress V6 = SampleAttributes.address("::1");

    private final RequesterFixture node = new RequesterFixture();
    private final ServedQp qp = node.qp(QpType.UD);

    UdRequesterTest() throws VerbsException
    {
    }

    @Test
    void shouldSendEachDatagramToWhereItIsToGo() throws VerbsException
    {
        node.post(qp, wr(RequesterFixture.PEER, 0x22, 7, 5));
        node.post(qp, wr(OTHER, 0x33, 8, 0).opcode(WrOpcode.SEND_WITH_IMM).immData(77));

        final List<RocePacket> packets = node.packets();
        assertEquals(
            List.of(Opcode.UD_SEND_ONLY, Opcode.UD_SEND_ONLY_WITH_IMMEDIATE),
            packets.stream().map(RocePacket::opcode).toList());
        assertEquals(List.of(0x100, 0x101), packets.stream().map(packet -> packet.bth().psn()).toList());
        assertEquals(List.of(0x22, 0x33), packets.stream().map(packet -> packet.bth().destQp()).toList());
        assertEquals(List.of(7, 8), packets.stream().map(packet -> packet.deth().qKey()).toList());
        assertEquals(List.of(qp.qpn, qp.qpn), packets.stream().map(packet -> packet.deth().srcQp()).toList());
        assertEquals(0, packets.stream().filter(packet -> packet.bth().isAckRequest()).count());
        assertEquals(77, packets.get(1).immDt().immediateData());
        assertEquals(
            List.of(new InetSocketAddress(RequesterFixture.PEER, 4791), new InetSocketAddress(OTHER, 4791)),
            node.wire.destinations);
        assertEquals(List.of(WcStatus.SUCCESS, WcStatus.SUCCESS), RequesterFixture.completions(qp));
    }

    /** 14 bits of the number times 2^32 divided by the golden ratio, above 0xC000. */
    @Test
    void shouldSendFromThePortOfItsOwnNumber() throws VerbsException
    {
        node.post(qp, wr(RequesterFixture.PEER, 0x22, 7, 5));
        node.run();

        assertEquals(0xC000 + (int)((qp.qpn * 0x61C8_8647L & 0xFFFF_FFFFL) >> 18), (int)node.wire.sourcePorts.get(0));
    }

    @Test
    void shouldSendTheQueuePairsOwnQKeyForAPrivilegedOne() throws VerbsException
    {
        node.post(qp, wr(RequesterFixture.PEER, 0x22, 0x8000_0000, 5));

        assertEquals(QpSteps.Q_KEY, node.packets().get(0).deth().qKey());
    }

    @ParameterizedTest
    @CsvSource({"LENGTH, LOC_LEN_ERR", "KEY, LOC_PROT_ERR", "FAMILY, LOC_QP_OP_ERR"})
    void shouldGoToSqeWithWhatCannotBeSent(final String mistake, final WcStatus status) throws VerbsException
    {
        node.post(qp, wr(RequesterFixture.PEER, 0x22, 7, RequesterFixture.MTU));
        node.post(qp, switch (mistake)
        {
            case "LENGTH" -> wr(RequesterFixture.PEER, 0x22, 7, RequesterFixture.MTU + 1);
            case "KEY" -> wr(RequesterFixture.PEER, 0x22, 7, 0).sge(0, 1, 0);
            default -> wr(V6, 0x22, 7, 0);
        });
        node.post(qp, wr(RequesterFixture.PEER, 0x22, 7, 0));

        assertEquals(List.of("UD_SEND_ONLY 100 256"), node.sent());
        assertEquals(
            List.of(WcStatus.SUCCESS, status, WcStatus.WR_FLUSH_ERR), RequesterFixture.completions(qp));
        assertEquals(QpState.SQE, node.state(qp));
    }

    @Test
    void shouldMakeARouteOnceForWhereItGoesAgainAndAgain() throws Exception
    {
        final List<String> made = new ArrayList<>();
        final UdRoutes routes = new UdRoutes((portNum, sgidIndex, dgid, sourcePort) ->
        {
            made.add(portNum + " " + sgidIndex + ' ' + dgid.getHostAddress());
            return dgid == V6 ? null : Route.open(node.wire, RequesterFixture.OWN, sourcePort, dgid);
        });
        final ServedQp first = qpAt(1, 0x22);
        final ServedQp second = qpAt(2, 0x22);
        for (int i = 0; i < 100; i++)
        {
            assertEquals(RequesterFixture.PEER, routes.to(RequesterFixture.PEER, 0, first).to().getAddress());
            assertEquals(OTHER, routes.to(InetAddress.getByName("127.20.7.3"), 0, first).to().getAddress());
            assertEquals(OTHER, routes.to(OTHER, 5, first).to().getAddress());
            assertEquals(OTHER, routes.to(OTHER, 0, second).to().getAddress());
        }
        assertEquals(List.of("1 0 127.20.7.2", "1 0 127.20.7.3", "1 5 127.20.7.3", "2 0 127.20.7.3"), made);

        assertNull(routes.to(V6, 0, first));
        for (int i = 0; i < 100_000; i++)
        {
            final InetAddress dgid = InetAddress.getByAddress(new byte[]{10, (byte)(i >> 16), (byte)(i >> 8), (byte)i});
            assertEquals(dgid, routes.to(dgid, 0, qpAt(1, i)).to().getAddress());
        }
        assertTrue(made.size() > 99_000, "every place was taken by others meanwhile");
    }

    private static ServedQp qpAt(final int portNum, final int qpn)
    {
        final ServedQp qp = new ServedQp(qpn, 1, QpType.UD, null, null, null, null, null);
        qp.portNum = portNum;
        return qp;
    }

    private SendWr wr(final InetAddress dgid, final int remoteQpn, final int remoteQkey, final int length)
    {
        return new SendWr().opcode(WrOpcode.SEND)
            .sge(node.region.addr(), length, node.region.lkey())
            .destination(dgid, remoteQpn, remoteQkey);
    }
}
