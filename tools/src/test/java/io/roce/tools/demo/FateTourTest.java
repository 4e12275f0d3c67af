package io.roce.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.fault.FaultAction;
import io.roce.nic.fault.FaultDirection;
import io.roce.nic.stats.Fate;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.qp.ModelNode;
import io.roce.tools.qp.OwnedQps;
import io.roce.wire.header.HeaderType;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.EnumSet;
import java.util.Set;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class FateTourTest
{
    /** Of the transport: they need served queue pairs, which no command makes. */
    private static final Set<Fate> OF_TRANSPORT = EnumSet.range(Fate.RESPONDER_FAILING, Fate.RESPONSE_ACCEPTED);

    /** The stale drill's, one that only a defect of the node itself causes, and one that a lane alone cannot meet. */
    private static final Set<Fate> ELSEWHERE =
        EnumSet.of(Fate.QPN_QUARANTINED, Fate.INTERNAL_ERROR, Fate.HAND_OVER_FULL);

    private static final DataAddress OTHER_PORT =
        new DataAddress(new InetSocketAddress("127.50.0.4", 4791), 2, 0, 0, 0xFFFF);

    private final ModelNode node = new ModelNode(new CachedNanoClock(), 1);

    @Test
    void shouldHaveAPacketForEveryFate() throws UnknownHostException
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT); OwnedQps elsewhere = new OwnedQps(node, OTHER_PORT))
        {
            final Set<Fate> due = EnumSet.allOf(Fate.class);
            due.removeAll(OF_TRANSPORT);
            due.removeAll(ELSEWHERE);
            final Set<Fate> expected = EnumSet.noneOf(Fate.class);
            tour(owned, elsewhere).shots().forEach(shot -> expected.add(shot.expected()));

            assertEquals(due, expected);
        }
    }

    @Test
    void shouldBuildPacketsThatAreMalformedAsTheirFateSays() throws UnknownHostException
    {
        final RoceDatagram datagram = new RoceDatagram(0xFFFF);
        datagram.envelope().addresses(new byte[]{127, 50, 0, 1}, new byte[]{127, 50, 0, 2});
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT); OwnedQps elsewhere = new OwnedQps(node, OTHER_PORT))
        {
            for (final Shot shot : tour(owned, elsewhere).shots())
            {
                shot.packet().build(datagram);
                assertEquals(shot.expected().wireError(), datagram.error(), shot.what());
            }
        }
    }

    @Test
    void shouldAskForARuleThatDropsThatPacketAlone() throws UnknownHostException
    {
        final RoceDatagram datagram = new RoceDatagram(0xFFFF);
        datagram.envelope().addresses(new byte[]{127, 50, 0, 1}, new byte[]{127, 50, 0, 2});
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT); OwnedQps elsewhere = new OwnedQps(node, OTHER_PORT))
        {
            final FateTour tour = tour(owned, elsewhere);
            for (final Shot shot : tour.shots())
            {
                shot.packet().build(datagram);
                final boolean isFaulty = datagram.packet().isReadable(HeaderType.BTH) &&
                    datagram.packet().bth().destQp() == tour.faultRule().selection().destQp();
                assertEquals(shot.expected() == Fate.FAULT_DROPPED, isFaulty, shot.what());
            }
            assertEquals(FaultDirection.IN, tour.faultRule().direction());
            assertEquals(FaultAction.DROP, tour.faultRule().action());
        }
    }

    private static FateTour tour(final OwnedQps owned, final OwnedQps elsewhere) throws UnknownHostException
    {
        return new FateTour(
            owned,
            elsewhere,
            InetAddress.getByName("127.50.0.1"),
            InetAddress.getByName("127.50.0.3"),
            ModelNode.LAST_QPN);
    }
}
