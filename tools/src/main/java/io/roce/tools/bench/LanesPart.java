package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.CommandFailedException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/** What a packet costs a node with two lanes, whose queue pairs are of both, beside a node with one. */
final class LanesPart implements AutoCloseable
{
    private static final int LENGTH = 256;

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
            part.measure(true);
            part.measure(false);
            part.result.note("CPU is the processor time of all lanes together, which run where the system puts " +
                "them. " + QPS + " queue pairs, " + LENGTH + " B, from two senders, each of which sends to the " +
                "numbers of one lane.");
            part.result.note("In pieces: a sender gives the system up to 64 packets in one piece, and lanes are " +
                "flooded. One by one: lanes keep up, and two find fewer packets each time that they look than one.");
            part.result.limit("Lanes share nothing but the places that packets are handed over in: a copy of each, " +
                "two queues, and waking the other lane. Steered there is none of it.");
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
            label, LinkKind.AUTO, bench.address(nodes.size()), List.of(), all.toArray(String[]::new)));
    }

    private void warmUp() throws IOException
    {
        for (final NodeReceiver node : nodes)
        {
            bench.progress().show("lanes: warming up " + node.label());
            long received = 0;
            for (int i = 0; i < MAX_WARM_UP_BURSTS && received < bench.warmUp(); i++)
            {
                received += sample(node, (int)Math.min(Integer.MAX_VALUE, bench.warmUp() - received), true)
                    .account().received();
            }
        }
    }

    private void measure(final boolean isGso) throws IOException
    {
        final String what = isGso ? "in pieces" : "one by one";
        final Map<NodeReceiver, List<Receiver.Sample>> samples = new LinkedHashMap<>();
        nodes.forEach(node -> samples.put(node, new ArrayList<>()));
        for (int round = 0; round < bench.rounds(); round++)
        {
            for (final NodeReceiver node : Bench.inTurn(nodes, round))
            {
                bench.progress().show(
                    "lanes: " + what + ", round " + (round + 1) + " of " + bench.rounds() + ", " + node.label());
                final Receiver.Sample sample = sample(node, bench.packets(), isGso);
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
        report(what, isGso, samples);
    }

    private Receiver.Sample sample(final NodeReceiver node, final int packets, final boolean isGso) throws IOException
    {
        final ReceiveCase.Kind kind = ReceiveCase.Kind.GOOD;
        final int first = node.firstQpn(kind);
        final int half = Math.max(1, packets / 2);
        final Burst low = new Burst(LENGTH, half, isGso, 0, first, QPS / 2, false);
        final Burst high = new Burst(LENGTH, half, isGso, 0, first + QPS / 2, QPS / 2, false);
        final Receiver.Sample sample = node.measure(() -> send(low, high, node), kind);
        if (sample.account().received() == 0)
        {
            throw new CommandFailedException("the node with " + node.label() + " received nothing of what was sent");
        }
        return sample;
    }

    /** Both at once. */
    private Burst.Sent send(final Burst low, final Burst high, final NodeReceiver to) throws IOException
    {
        final CompletableFuture<Burst.Sent> other = CompletableFuture.supplyAsync(() ->
        {
            try
            {
                return high.send(bench, bench.senderAddress(), to.address());
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(e);
            }
        });
        return low.send(bench, bench.senderAddress(), to.address()).plus(other.join());
    }

    private void report(
        final String what, final boolean isGso, final Map<NodeReceiver, List<Receiver.Sample>> samples)
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
                    isGso && node == nodes.get(1) ? CPU : null));
                final LaneShares shares = LaneShares.read(node.admin());
                result.detail(what, node.label(), "handed over so far %", List.of(shares.handedOverPercent()));
                result.detail(
                    what, node.label(), "decided by the second lane so far %", List.of(shares.secondPercent()));
                if (!shares.isRight())
                {
                    result.fail(what + ": what the lanes of " + node.label() + " decided is not what they received");
                }
            }
            result.detail(what, node.label(), "process CPU us", values(ours, Receiver.Sample::cpuUs));
            result.detail(what, node.label(), "packets/s", values(ours, Receiver.Sample::packetsPerS));
            result.detail(what, node.label(), "calls/1,000", values(ours, Receiver.Sample::receiveCalls));
            result.detail(what, node.label(), "lost %", values(ours, Receiver.Sample::lostPercent));
            result.detail(
                what, node.label(), Fate.HAND_OVER_FULL + " %", values(ours, Receiver.Sample::noPlacePercent));
        }
    }

    private static List<Double> values(
        final List<Receiver.Sample> samples, final ToDoubleFunction<Receiver.Sample> value)
    {
        return samples.stream().map(value::applyAsDouble).filter(one -> !Double.isNaN(one)).toList();
    }
}
