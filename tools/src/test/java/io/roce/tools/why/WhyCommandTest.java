package io.roce.tools.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.DatagramSender;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.tools.CommandRun;
import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.IcrcChoice;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that drops, as the command tells of it. */
final class WhyCommandTest
{
    private static final InetSocketAddress NODE = new InetSocketAddress("127.50.0.31", 0);
    private static final InetSocketAddress PEER = new InetSocketAddress("127.50.0.32", 0);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("127.50.0.33", 0);

    /** Datagrams that are on their way at once, so that no receive buffer runs over. */
    private static final int BURST = 100;
    private static final int FLOOD = 100_000;
    private static final long TIMEOUT_NS = 20_000_000_000L;

    private NicNode node;

    @AfterEach
    void close()
    {
        if (node != null)
        {
            node.close();
        }
    }

    @Test
    void shouldTellThatNothingWasDropped() throws Exception
    {
        open(new NicNodeConfig());

        final CommandRun run = run();

        assertEquals(0, run.status(), run.err());
        assertEquals(
            "node http://" + Addresses.format(node.adminAddress()) + "\n0 dropped, all of them kept\n", run.out());
    }

    @Test
    void shouldTellOfEachDropWhatWasExpectedBesideWhatCame() throws Exception
    {
        open(new NicNodeConfig());
        final int qpn = live();
        final int from = send(PEER, builder(qpn + 1)).getPort();
        send(STRANGER, builder(qpn));

        final CommandRun run = run();

        assertEquals(0, run.status(), run.err());
        final List<String> lines = run.out().lines().toList();
        assertEquals("FATE             DROPPED  KEPT  DESCRIPTION", lines.get(1));
        assertEquals("QPN_UNALLOCATED        1     1  DestQP names no queue pair.", lines.get(2));
        assertEquals("QP_STATE_RESET         1     1  The queue pair is in RESET and accepts nothing.", lines.get(3));
        assertEquals("2 dropped, all of them kept", lines.get(4));
        assertTrue(lines.get(6).matches("#1  \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z  QPN_UNALLOCATED"), lines.get(6));
        assertEquals("    127.50.0.32 UDP port " + from + " to 127.50.0.31, port 1, GID index 0", lines.get(7));
        assertEquals("    RC_SEND_ONLY dest_qp=0x000012 psn=0x000007 payload=0", lines.get(8));
        assertEquals("    status: expected LIVE, was UNALLOCATED", lines.get(9));
        assertEquals("    0x000012: cache miss, 2 levels of the table walked", lines.get(10));
        assertTrue(lines.get(12).endsWith("  QP_STATE_RESET"), lines.get(12));
        assertEquals("    state: expected RTR, RTS, SQD or SQE for a request, was RESET", lines.get(15));
        assertEquals(
            "    0x000011: RC in RESET, generation 1, epoch 0; cache miss, 2 levels of the table walked",
            lines.get(16));
        assertTrue(lines.get(19).matches("0x000011  LIVE, RESET +1  RC +\\S+ ago +-  -"), lines.get(19));
        assertTrue(lines.get(20).matches("0x000012  UNALLOCATED +-  - +- +-  -"), lines.get(20));
    }

    @Test
    void shouldTellWhoHadANumberThatIsHeldBack() throws Exception
    {
        open(new NicNodeConfig());
        final int qpn = live();
        node.lane().submit(() -> node.lane().queuePairs().destroy(qpn)).get();
        send(PEER, builder(qpn));

        final String out = run("--fate", "QPN_QUARANTINED").out();

        assertTrue(out.contains("    status: expected LIVE, was QUARANTINED; held back for 2."), out);
        assertTrue(out.lines().anyMatch(line ->
            line.matches("0x000011  QUARANTINED, [0-9.]+m?s left +1  RC +\\S+ ago +\\S+ ago  -")), out);
    }

    @Test
    void shouldSelectAndLimit() throws Exception
    {
        open(new NicNodeConfig());
        final int qpn = live();
        for (int i = 0; i < 3; i++)
        {
            send(PEER, builder(qpn));
            send(STRANGER, builder(qpn + 1));
            send(PEER, builder(qpn).icrc(IcrcChoice.BAD, 0));
        }

        assertEquals(List.of(1, 4, 7), numbers("--fate", "QP_STATE_RESET"));
        assertEquals(List.of(1, 2, 4, 5, 7, 8), numbers("--fate", "QP_STATE_RESET,QPN_UNALLOCATED"));
        assertEquals(List.of(1, 2, 4, 5, 7, 8), numbers("--fate", "QP_STATE_RESET", "--fate", "QPN_UNALLOCATED"));
        assertEquals(List.of(2, 5, 8), numbers("--qpn", "0x12"));
        assertEquals(List.of(2, 5, 8), numbers("--peer", "127.50.0.33"));
        assertEquals(List.of(7, 9), numbers("--peer", "127.50.0.32", "--limit", "2"));
        assertEquals(List.of(), numbers("--peer", "127.50.0.32", "--qpn", "0x12"));
        assertEquals(List.of(7, 8, 9), numbers("--limit", "3"));
    }

    /** One of three that were dropped has this fate; what came from where is not the summary's to tell. */
    @Test
    void shouldSumUpTheFatesThatAreAskedForAlone() throws Exception
    {
        open(new NicNodeConfig());
        send(PEER, builder(live()));
        send(STRANGER, builder(0x20));
        send(STRANGER, builder(0x20));

        final List<String> lines = run("--fate", "QP_STATE_RESET").out().lines().toList();
        assertEquals("QP_STATE_RESET        1     1  The queue pair is in RESET and accepts nothing.", lines.get(2));
        assertEquals("1 dropped, all of them kept", lines.get(3));

        final JsonNode json = run("--fate", "QP_STATE_RESET", "--json").json();
        assertEquals(1, json.path("fates").size());
        assertEquals(1, json.path("dropped").asLong());
        assertEquals(1, json.path("kept").asLong());
        assertEquals("0 dropped, all of them kept", run("--fate", "ICRC_MISMATCH").out().lines().toList().get(1));
    }

    @Test
    void shouldAddWhatComesInWhileItIsWatched() throws Exception
    {
        open(new NicNodeConfig());
        send(PEER, builder(0x11));

        final CommandRun run = run("--watch", "1ms", "--times", "3");

        assertEquals(0, run.status(), run.err());
        assertEquals(1, run.out().lines().filter(line -> line.startsWith("#")).count(), run.out());
        assertEquals(1, run.out().lines().filter(line -> line.startsWith("FATE")).count(), run.out());
    }

    /** Counts are the ledger's, and sampling is stated: the ring has gone round many times. */
    @Test
    void shouldAgreeWithTheLedgerUnderAFlood() throws Exception
    {
        open(new NicNodeConfig().drops(2_000));
        final int qpn = live();
        final List<RocePacketBuilder> mixed = List.of(
            builder(qpn),
            builder(qpn + 1),
            builder(0),
            builder(qpn).icrc(IcrcChoice.BAD, 0),
            builder(qpn).set(PacketField.TVER, 1),
            builder(qpn).opcode(Opcode.UD_SEND_ONLY),
            builder(qpn).opcode(Opcode.CNP));
        try (DatagramSender sender = DatagramSender.open(PEER))
        {
            final List<byte[]> packets = mixed.stream().map(packet -> bytes(packet, sender.localAddress())).toList();
            for (int i = 0; i < FLOOD; i++)
            {
                final byte[] bytes = packets.get(i * 31 % packets.size());
                sender.send(bytes, 0, bytes.length, node.udpAddress());
                if (i % BURST == BURST - 1)
                {
                    awaitReceived(i + 1);
                }
            }
        }

        final LedgerSnapshot ledger = ledger();
        final CommandRun all = run("--json", "--limit", "2000");
        assertEquals(0, all.status(), all.err());
        final JsonNode why = all.json();
        assertEquals(FLOOD, ledger.received());
        long dropped = 0;
        long kept = 0;
        for (final JsonNode fate : why.path("fates"))
        {
            final String name = fate.path("fate").asText();
            assertEquals(ledger.count(Fate.valueOf(name)), fate.path("dropped").asLong(), name);
            assertEquals(
                rows(why).filter(row -> row.path("fate").asText().equals(name)).count(),
                fate.path("kept").asLong(),
                name);
            dropped += fate.path("dropped").asLong();
            kept += fate.path("kept").asLong();
        }
        assertEquals(FLOOD - ledger.count(Fate.CNP_RECEIVED), dropped);
        assertEquals(dropped, why.path("dropped").asLong());
        assertEquals(2_000, kept);
        assertEquals(2_000, why.path("kept").asLong());
        assertEquals(2_000, why.path("capacity").asLong());
        final List<Long> numbers = rows(why).map(row -> row.path("number").asLong()).toList();
        assertEquals(2_000, numbers.size());
        assertEquals(dropped - 1_999, numbers.get(0));
        assertEquals(dropped, numbers.get(1_999));
        assertTrue(run().out().contains(" dropped, the last 2,000 of them kept\n"));
    }

    @Test
    void shouldCountWithoutKeeping() throws Exception
    {
        open(new NicNodeConfig().drops(0));
        send(PEER, builder(0x11));

        final CommandRun run = run();

        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("QPN_UNALLOCATED        1     0"), run.out());
        assertTrue(run.out().endsWith("1 dropped, none kept: the node was started with --drops 0\n"), run.out());
    }

    @ParameterizedTest
    @CsvSource({
        "--fate, REQUEST_EXECUTED",
        "--fate, ''",
        "--qpn, 0x1000000",
        "--peer, example.com",
        "--peer, 127.0.0.1:1",
        "--limit, 0",
        "--limit, -1",
        "--times, 2"})
    void shouldRefuseWhatCannotBe(final String option, final String value)
    {
        final CommandRun run = CommandRun.of("why", option, value);

        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().startsWith("roce: "), run.err());
        assertFalse(run.err().contains("Exception"), run.err());
    }

    @Test
    void shouldSayThatNoNodeAnswers()
    {
        final CommandRun run = CommandRun.of("why", "--node", "127.50.0.34:1");

        assertEquals(3, run.status());
        assertEquals("", run.out());
    }

    private void open(final NicNodeConfig config) throws Exception
    {
        node = NicNode.open(config.bind(NODE));
    }

    private int live() throws Exception
    {
        return node.lane().submit(() -> node.lane().queuePairs().create(QpType.RC, 1, false)).get().get(0).qpn();
    }

    private CommandRun run(final String... options)
    {
        final List<String> args = new ArrayList<>(List.of("why", "--node", Addresses.format(node.adminAddress())));
        args.addAll(Arrays.asList(options));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private List<Integer> numbers(final String... options) throws Exception
    {
        final List<String> all = new ArrayList<>(List.of("--json"));
        all.addAll(Arrays.asList(options));
        return rows(run(all.toArray(String[]::new)).json()).map(row -> row.path("number").asInt()).toList();
    }

    private static Stream<JsonNode> rows(final JsonNode why)
    {
        final List<JsonNode> rows = new ArrayList<>();
        why.path("drops").forEach(rows::add);
        return rows.stream();
    }

    private static RocePacketBuilder builder(final int destQp)
    {
        return new RocePacketBuilder()
            .opcode(Opcode.RC_SEND_ONLY)
            .set(PacketField.DEST_QP, destQp)
            .set(PacketField.PSN, 7);
    }

    private byte[] bytes(final RocePacketBuilder packet, final InetSocketAddress from)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(
            from.getAddress().getAddress(), node.udpAddress().getAddress().getAddress());
        datagram.envelope().ports(from.getPort(), node.udpAddress().getPort());
        packet.build(datagram);
        return Arrays.copyOfRange(
            datagram.envelope().array(), Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + datagram.length());
    }

    /** Has ended when this returns; answers where it came from. */
    private InetSocketAddress send(final InetSocketAddress from, final RocePacketBuilder packet) throws Exception
    {
        final long before = ledger().received();
        try (DatagramSender sender = DatagramSender.open(from))
        {
            final byte[] bytes = bytes(packet, sender.localAddress());
            sender.send(bytes, 0, bytes.length, node.udpAddress());
            awaitReceived(before + 1);
            return sender.localAddress();
        }
    }

    /** Each question is a round trip to the node's thread. */
    private void awaitReceived(final long received) throws Exception
    {
        final long startNs = System.nanoTime();
        while (ledger().received() < received)
        {
            assertTrue(System.nanoTime() - startNs < TIMEOUT_NS, "a datagram was lost on its way to the node");
        }
    }

    private LedgerSnapshot ledger() throws Exception
    {
        return node.lane().submit(node.lane()::ledger).get();
    }
}
