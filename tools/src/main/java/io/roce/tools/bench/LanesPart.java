package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a packet costs a node with two lanes, whose queue pairs are of both, beside a node with one. */
final class LanesPart implements AutoCloseable
{
    private static final int LENGTH = 256;
    private static final int PACED_RATE = 200_000;

    /** All that the nodes can have, so that they are of both lanes. */
    private static final int QPS = 1_024;
    private static final String QPNS = "0x100-0x4ff";
    private static final int MAX_WARM_UP_BURSTS = 10;

    /** No more than one lane, and what two runs of the same differ by. */
    private static final Goal CPU = Goal.atMost(1.1);

    private final Bench bench;
    private final PartResult result = new PartResult();
    private final List<NodeReceiver> nodes = new ArrayList<>();

    private LanesPart(final Bench bench)
    {
        this.bench = bench;
    }

    static PartResult run(final Bench bench) throws IOException
    {
        try (LanesPart part = new LanesPart(bench))
        {
            part.start();
            part.warmUp();
            part.measure("flooded", bench.packets(), 0);
            part.measure("paced", Math.max(1, bench.packets() / 2), PACED_RATE);
            part.result.note("CPU is the processor time of all lanes together; they share a processor here, so that " +
                "no more than the cost can be seen. Each packet leaves by itself, so that the system can bring it to " +
                "its lane. " + QPS + " queue pairs, uniform, " + LENGTH + " B.");
            part.result.limit("Lanes share nothing but the places that packets are handed over in: a copy of each, two " +
                "queues, and waking the other lane. Steered there is none of it, but each lane finds fewer packets at " +
                "once.");
            return part.result;
        }
    }

    @Override
    public void close()
    {
        nodes.forEach(NodeReceiver::close);
    }

    private void start() throws IOException
    {
        start("one lane", "--lanes", "1");
        start("two, steered", "--lanes", "2");
        start("two, handed over", "--lanes", "2", "--steering", "off");
        nodes.forEach(node -> node.prepareLive(bench.senderAddress(), QPS));
    }

    private void start(final String label, final String... options) throws IOException
    {
        final List<String> all = new ArrayList<>(List.of("--qpns", QPNS));
        all.addAll(List.of(options));
        nodes.add(NodeReceiver.start(
            label, LinkKind.AUTO, bench.address(nodes.size()), bench.cores().receiver(), all.toArray(String[]::new)));
    }

    private void warmUp() throws IOException
    {
        for (final NodeReceiver node : nodes)
        {
            bench.progress().show("lanes: warming up " + node.label());
            long received = 0;
            for (int i = 0; i < MAX_WARM_UP_BURSTS && received < bench.warmUp(); i++)
            {
                received += sample(node, (int)Math.min(Integer.MAX_VALUE, bench.warmUp() - received), 0)
                    .account().received();
            }
        }
    }

    private void measure(final String what, final int packets, final int rate) throws IOException
    {
        final Map<NodeReceiver, List<Receiver.Sample>> samples = new LinkedHashMap<>();
        nodes.forEach(node -> samples.put(node, new ArrayList<>()));
        for (int round = 0; round < bench.rounds(); round++)
        {
            for (final NodeReceiver node : Bench.inTurn(nodes, round))
            {
                bench.progress().show(
                    "lanes: " + what + ", round " + (round + 1) + " of " + bench.rounds() + ", " + node.label());
                final Receiver.Sample sample = sample(node, packets, rate);
                final String failure =
                    sample.account().failure(node.label(), ReceiveCase.Kind.GOOD.fate().name());
                if (failure != null)
                {
                    result.fail(what + ": " + failure);
                    return;
                }
                samples.get(node).add(sample);
            }
        }
        report(what, samples);
    }

    private Receiver.Sample sample(final NodeReceiver node, final int packets, final int rate) throws IOException
    {
        final ReceiveCase.Kind kind = ReceiveCase.Kind.GOOD;
        final Burst burst = new Burst(LENGTH, packets, false, rate, node.firstQpn(kind), QPS, false);
        final Receiver.Sample sample =
            node.measure(() -> burst.send(bench, bench.senderAddress(), node.address()), kind);
        if (sample.account().received() == 0)
        {
            throw new CommandFailedException("the node with " + node.label() + " received nothing of what was sent");
        }
        return sample;
    }

    private void report(final String what, final Map<NodeReceiver, List<Receiver.Sample>> samples)
    {
        final NodeReceiver one = nodes.get(0);
        for (final NodeReceiver node : nodes)
        {
            final List<Receiver.Sample> ours = samples.get(node);
            if (node != one)
            {
                result.add(Figure.of(
                    what + ": " + node.label() + ", CPU",
                    "us",
                    values(ours, Receiver.Sample::laneCpuUs),
                    one.label(),
                    values(samples.get(one), Receiver.Sample::laneCpuUs),
                    node == nodes.get(1) ? CPU : null));
                final LaneShares shares = LaneShares.read(node.admin());
                result.detail(what, node.label(), "handed over so far %", List.of(shares.handedOverPercent()));
                result.detail(what, node.label(), "decided by the second lane so far %", List.of(shares.secondPercent()));
                if (!shares.isRight())
                {
                    result.fail(what + ": what the lanes of " + node.label() + " decided is not what they received");
                }
            }
            result.detail(what, node.label(), "process CPU us", values(ours, Receiver.Sample::cpuUs));
            result.detail(what, node.label(), "packets/s", values(ours, Receiver.Sample::packetsPerS));
            result.detail(what, node.label(), "lost %", values(ours, Receiver.Sample::lostPercent));
            result.detail(
                what, node.label(), "no place " + Fate.HAND_OVER_FULL + " %", values(ours, Receiver.Sample::noPlacePercent));
        }
    }

    private static List<Double> values(
        final List<Receiver.Sample> samples, final ToDoubleFunction<Receiver.Sample> value)
    {
        return samples.stream().map(value::applyAsDouble).filter(one -> !Double.isNaN(one)).toList();
    }
}
