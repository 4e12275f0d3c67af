package io.roce.tools.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.TextTable;
import io.roce.tools.connect.Pairs;
import io.roce.tools.connect.PairsText;
import io.roce.tools.faults.NodeFaults;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.tools.replay.Replay;
import io.roce.tools.replay.ReplayNode;
import io.roce.tools.replay.ReplayResult;
import io.roce.tools.replay.ReplayRun;
import io.roce.tools.replay.Routes;
import io.roce.tools.replay.Target;
import io.roce.tools.send.PacketTrain;
import io.roce.tools.send.SourceAddress;
import io.roce.tools.send.UdpSink;
import io.roce.tools.stale.DrillResult;
import io.roce.tools.stale.DrillStep;
import io.roce.tools.stale.StaleText;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** The demonstration, step by step. Closing ends the nodes. */
final class DemoRun implements AutoCloseable
{
    static final int NODE_COUNT = 3;

    /** The last node has two ports. */
    static final int ADDRESS_COUNT = NODE_COUNT + 1;

    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;
    private static final int LAST_QPN = 0xFFFF;
    private static final int BURST = 50;
    private static final int PAIRS = 2;
    private static final List<String> NODE_OPTIONS = List.of("--quarantine", "1s", "--qpns", "0x11-0xffff");

    private final List<InetAddress> addresses;
    private final PrintWriter out;
    private final List<DemoNode> nodes = new ArrayList<>();
    private final Set<Fate> expected = EnumSet.noneOf(Fate.class);
    private final List<String> failures = new ArrayList<>();
    private final ObjectNode json = Json.object();

    DemoRun(final List<InetAddress> addresses, final PrintWriter out)
    {
        this.addresses = addresses;
        this.out = out;
    }

    /** Runs it once and answers whether everything was as expected. */
    boolean run(final List<Path> recordings) throws IOException
    {
        startNodes();
        connectPairs();
        replay(recordings);
        drill(nodes.get(1));
        burst(nodes.get(2));
        final DemoLedgers ledgers = new DemoLedgers(nodes, expected, failures);
        heading("What became of every packet");
        ledgers.print(out);
        ledgers.putInto(json);
        final ArrayNode list = json.putArray("failures");
        failures.forEach(list::add);
        json.put("ok", failures.isEmpty());
        out.println();
        failures.forEach(failure -> out.println("FAILED: " + failure));
        out.println(failures.isEmpty() ?
            "Every ledger balances and every expected fate was seen." : "Not everything was as expected.");
        return failures.isEmpty();
    }

    /** Everything that was found, when it has run. */
    ObjectNode json()
    {
        return json;
    }

    @Override
    public void close()
    {
        nodes.forEach(DemoNode::close);
    }

    private void startNodes() throws IOException
    {
        heading("Three nodes, each a process (" + String.join(" ", NODE_OPTIONS) + ")");
        for (int i = 0; i < NODE_COUNT; i++)
        {
            // The last one has what is left.
            final int end = i == NODE_COUNT - 1 ? ADDRESS_COUNT : i + 1;
            nodes.add(DemoNode.start(addresses.subList(i, end), NODE_OPTIONS));
        }
        for (final DemoNode node : nodes)
        {
            out.println(node.awaitReady());
        }
    }

    private void connectPairs()
    {
        heading("Pairs of RC queue pairs between them");
        final Random random = new SecureRandom();
        for (int i = 0; i < NODE_COUNT; i++)
        {
            final Pairs pairs = new Pairs(
                side(nodes.get(i)),
                side(nodes.get((i + 1) % NODE_COUNT)),
                QpType.RC,
                QpPlan.PATH_MTU_DEFAULT,
                () -> random.nextInt(Psn.MASK + 1));
            pairs.connect(PAIRS);
            PairsText.print(pairs, out);
        }
    }

    private static Pairs.Side side(final DemoNode node)
    {
        return new Pairs.Side(node.admin(), node.at());
    }

    private void replay(final List<Path> recordings) throws IOException
    {
        heading("Recordings replayed, their queue pairs made on the node");
        final TextTable table = new TextTable("RECORDING", "NODE", ">QPS", ">SENT", ">SKIPPED", "FATES");
        final ArrayNode list = json.putArray("replays");
        for (int i = 0; i < recordings.size(); i++)
        {
            final Path file = recordings.get(i);
            final DemoNode node = nodes.get(i % NODE_COUNT);
            final ReplayResult result = replay(file, node);
            final long skipped = result.skipped().values().stream().mapToLong(Long::longValue).sum();
            final SendOutcome outcome = result.nodes().get(0).outcome();
            final LedgerDifference difference = outcome.difference();
            table.row(file.getFileName(), node.name(), result.provisioned().size(), outcome.sent(), skipped,
                counts(difference));
            list.addObject()
                .put("file", file.getFileName().toString())
                .put("node", node.name())
                .put("skipped", skipped)
                .setAll(outcome.json());
            require(result.isDone() && outcome.isExact(), file.getFileName() + " sent to " + node.name() +
                ": " + outcome.sent() + " sent, " + difference.received() + " received" +
                (result.fault() == null ? "" : "; " + result.fault()));
        }
        table.print(out);
    }

    private ReplayResult replay(final Path file, final DemoNode node) throws IOException
    {
        final QpnMap qpnMap = new QpnMap();
        final Target target = new Target(node.address(), new ReplayNode(node.address(), node.admin(), true));
        try (Routes routes = new Routes(target, DemoRun::source, qpnMap, false))
        {
            final ReplayResult result = ReplayRun.provisioned(new Replay(file, Set.of()), qpnMap, routes);
            node.onSent(result.sent());
            return result;
        }
    }

    private void drill(final DemoNode node) throws IOException
    {
        try (UdpSink sink = sink(node))
        {
            final DemoDrills drills = new DemoDrills(node, sink, CLOCK);
            heading("The stale drill on " + node.name());
            report("drill", drills.destroy());
            heading("The same through RESET, where no quarantine helps");
            report("reset_drill", drills.reset());
        }
    }

    private void report(final String name, final DrillResult result)
    {
        StaleText.print(result, out);
        for (final DrillStep step : result.steps())
        {
            expected.add(step.expected());
            require(step.isOk(), "the drill, " + step.what() + ": " + step.got() + ", not " + step.expected());
        }
        require(result.isKept(), "the drill: " + Qpn.format(result.qpn()) + " went through RESET and is another one");
        json.set(name, StaleText.json(result));
    }

    private void burst(final DemoNode node) throws IOException
    {
        heading("Malformed, misdirected and refused packets to " + node.name() + ", " + BURST + " of each");
        final TextTable table = new TextTable("PACKET", "EXPECTED", ">SENT", "GOT", "");
        final ArrayNode list = json.putArray("burst");
        final DataAddress otherPort = node.admin().ports().at(2, 0, 0);
        try (UdpSink sink = sink(node);
            OwnedQps owned = new OwnedQps(node.admin(), node.at());
            OwnedQps elsewhere = new OwnedQps(node.admin(), otherPort))
        {
            final InetAddress source = sink.from().getAddress();
            final LedgerWatch watch = new LedgerWatch(node.admin(), CLOCK, Pause.REAL);
            final FateTour tour =
                new FateTour(owned, elsewhere, source, SourceAddress.otherThan(source), LAST_QPN);
            NodeFaults.replace(node.admin(), List.of(tour.faultRule()));
            for (final Shot shot : tour.shots())
            {
                watch.begin();
                train(shot, sink).send(
                    BURST, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(CLOCK, Pause.REAL));
                node.onSent(BURST);
                final LedgerDifference difference = watch.settle(BURST);
                final boolean isOk =
                    difference.received() == BURST && difference.count(shot.expected().name()) == BURST;
                expected.add(shot.expected());
                table.row(shot.what(), shot.expected(), BURST, counts(difference), isOk ? "ok" : "DIFFERENT");
                list.addObject()
                    .put("packet", shot.what())
                    .put("expected", shot.expected().name())
                    .put("sent", BURST)
                    .put("got", counts(difference))
                    .put("ok", isOk);
                require(isOk, shot.what() + ": " + counts(difference) + ", not " + BURST + ' ' + shot.expected());
            }
            NodeFaults.replace(node.admin(), List.of());
        }
        table.print(out);
    }

    private static PacketTrain train(final Shot shot, final UdpSink sink)
    {
        final RoceDatagram datagram = new RoceDatagram(0xFFFF);
        UdpSink.address(datagram.envelope(), sink.from(), sink.to());
        return PacketTrain.ofPsns(shot.packet(), datagram, 0, 1);
    }

    private static UdpSink sink(final DemoNode node) throws IOException
    {
        return UdpSink.open(source(node.address()), node.address());
    }

    private static InetSocketAddress source(final InetSocketAddress to) throws IOException
    {
        return new InetSocketAddress(SourceAddress.toward(to.getAddress()), 0);
    }

    private void require(final boolean isHeld, final String failure)
    {
        if (!isHeld)
        {
            failures.add(failure);
        }
    }

    private void heading(final String text)
    {
        if (!nodes.isEmpty())
        {
            out.println();
        }
        out.println("== " + text);
        out.flush();
    }

    private static String counts(final LedgerDifference difference)
    {
        return Numbers.counts(difference.fates());
    }
}
