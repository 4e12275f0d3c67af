package io.roce.nic;

import io.roce.nic.lane.HandOver;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.link.LinkKind;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A node of two lanes, one of which lags behind: what comes to the first lane and is the second's finds no place. */
final class FullHandOver implements AutoCloseable
{
    private final NodeUnderTest node;
    private final CountDownLatch end = new CountDownLatch(1);
    private final CompletableFuture<Boolean> lagging;

    private FullHandOver(final NodeUnderTest node)
    {
        this.node = node;
        lagging = second(node).submit(() ->
        {
            end.await();
            return true;
        });
    }

    static FullHandOver open(final String host, final String senderHost) throws Exception
    {
        final NodeUnderTest node = openWhereFirstReceives(host, senderHost);
        final FullHandOver full = new FullHandOver(node);
        final long handedOver = node.ledger().handedOver();
        for (int i = 0; i < HandOver.PLACES; i++)
        {
            node.send(full.packet());
        }
        Await.until(node::ledger, ledger -> ledger.handedOver() == handedOver + HandOver.PLACES);
        return full;
    }

    NodeUnderTest node()
    {
        return node;
    }

    /** For the second lane. */
    byte[] packet()
    {
        return packet(node);
    }

    @Override
    public void close()
    {
        end.countDown();
        lagging.join();
        node.close();
    }

    /** Which socket a sender's datagrams come to is up to the system: another sender is another draw. */
    private static NodeUnderTest openWhereFirstReceives(final String host, final String senderHost) throws Exception
    {
        while (true)
        {
            final NodeUnderTest node = NodeUnderTest.open(
                NodeUnderTest.config(LinkKind.AUTO, host)
                    .lanes(new LanesConfig(2, LaneSteering.OFF)),
                senderHost);
            node.send(packet(node));
            final LedgerSnapshot all = Await.until(
                () -> node.node().lanes().whileHeld(() -> node.node().lanes().figures().ledger()).join(),
                ledger -> ledger.received() == 1 && ledger.ended() == 1);
            if (all.handedOver() == 1)
            {
                return node;
            }
            node.close();
        }
    }

    private static Lane second(final NodeUnderTest node)
    {
        return node.node().lanes().all().get(1);
    }

    private static byte[] packet(final NodeUnderTest node)
    {
        final int qpn = node.node().lanes().shards().firstQpn(1);
        return Packets.bytes(Packets.builder(Opcode.RC_SEND_ONLY, qpn), node.from(), node.to());
    }
}
