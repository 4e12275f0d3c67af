package io.roce.nic.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.LaneSteering;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.stats.Fate;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.Packets;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** While packets come, all of a snapshot is of one moment. */
@Timeout(60)
class SnapshotUnderTrafficTest
{
    private static final String HOST = "127.94.0.8";
    private static final String SENDER = "127.94.0.9";
    private static final int SNAPSHOTS = 4;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private NodeOverHttp node;

    /**
     * Nobody has the numbers that are sent to, half of which are the second lane's: each packet is a drop, there or
     * where it came when the second lane does not keep up.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldBalanceInEverySnapshot(final int lanes) throws Exception
    {
        node = NodeOverHttp.open(HOST, new NicNodeConfig()
            .bind(new InetSocketAddress(HOST, 0))
            .lanes(new LanesConfig(lanes, LaneSteering.OFF)));
        final Thread traffic = new Thread(this::send);
        traffic.start();
        try (EventClient client = EventClient.open(node.address()))
        {
            long last = 0;
            for (int i = 0; i < SNAPSHOTS; i++)
            {
                final long dropped = requireBalanced(client.next().data());
                assertTrue(i == 0 || dropped > last, dropped + " after " + last);
                last = dropped;
            }
        }
        finally
        {
            isOver.set(true);
            traffic.join();
            node.close();
        }
    }

    /** @return how many were dropped. */
    private static long requireBalanced(final JsonNode snapshot)
    {
        final JsonNode ledger = snapshot.get("ledger");
        long ended = 0;
        long dropped = 0;
        for (final JsonNode fate : ledger.get("fates"))
        {
            final long count = fate.get("count").longValue();
            ended += count;
            dropped += Fate.valueOf(fate.get("fate").textValue()).isDrop() ? count : 0;
        }
        assertTrue(ledger.get("balanced").booleanValue());
        assertEquals(
            ledger.get("received").longValue() + ledger.get("injected").longValue(),
            ended + ledger.get("held").longValue());
        assertEquals(ended, dropped);

        // Drops are numbered as they come: the newest has the number of all that the ledger knows.
        final JsonNode drops = snapshot.get("drops");
        assertEquals(Math.min(20, dropped), drops.size());
        for (int i = 0; i < drops.size(); i++)
        {
            assertEquals(dropped - drops.size() + 1 + i, drops.get(i).get("number").longValue());
        }
        return dropped;
    }

    private void send()
    {
        final InetSocketAddress to = node.node.udpAddress();
        try (DatagramSender sender = DatagramSender.open(new InetSocketAddress(SENDER, 0)))
        {
            while (!isOver.get())
            {
                for (int i = 0; i < 64; i++)
                {
                    final int qpn = i % 2 == 0 ? 0x100 : 0xE0_0000;
                    final byte[] bytes =
                        Packets.bytes(Packets.builder(Opcode.RC_SEND_ONLY, qpn), sender.localAddress(), to);
                    sender.send(bytes, 0, bytes.length, to);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }
}
