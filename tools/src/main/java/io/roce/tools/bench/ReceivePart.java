package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Numbers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What nodes receive with each link, beside C that does the same work. */
final class ReceivePart implements AutoCloseable
{
    private static final int QPS = 1_024;
    private static final int FEW_QPS = 16;
    private static final int FEW_PACKETS = 20_000;

    /** Of the packet that the virtual machine is warmed with. */
    private static final int WARM_UP_LENGTH = 256;

    /** A receiver that loses nearly everything is not warmed for ever. */
    private static final int MAX_WARM_UP_BURSTS = 10;

    private static final Goal CPU = Goal.atMost(1.15);
    private static final Goal NETTY_FLOODED_CPU = Goal.atMost(2.0);
    private static final Goal NETTY_PACED_CPU = Goal.atMost(1.4);
    private static final Goal RATE = Goal.atLeast(0.9);

    /** Lengths that the goals are set for. */
    private static final int MAX_GOAL_LENGTH = 1_080;

    private final Bench bench;
    private final PartResult result = new PartResult();
    private final List<NodeReceiver> nodes = new ArrayList<>();
    private final List<CReceiver> baselines = new ArrayList<>();
    private double userTicks;
    private double systemTicks;

    private ReceivePart(final Bench bench)
    {
        this.bench = bench;
    }

    static PartResult run(final Bench bench) throws IOException
    {
        try (ReceivePart part = new ReceivePart(bench))
        {
            part.start();
            part.warmUp();
            for (final ReceiveCase one : bench.isQuick() ? ReceiveCase.some() : ReceiveCase.all())
            {
                for (final Delivery delivery : Delivery.values())
                {
                    part.measure(one, delivery);
                }
            }
            part.result.limit(part.limit());
            return part.result;
        }
    }

    @Override
    public void close()
    {
        nodes.forEach(NodeReceiver::close);
        baselines.forEach(CReceiver::close);
    }

    private void start() throws IOException
    {
        for (final LinkKind link : bench.links())
        {
            nodes.add(NodeReceiver.start(link, bench.address(nodes.size()), bench.cores().receiver()));
        }
        final String absence = bench.programs().absence(CProgram.RECEIVE);
        if (absence == null)
        {
            baselines.add(CReceiver.start(bench, false, bench.address(nodes.size()), qps()));
            baselines.add(CReceiver.start(bench, true, bench.address(nodes.size() + 1), qps()));
        }
        else
        {
            result.note(absence + ".");
        }
        nodes.forEach(node -> node.prepare(bench.senderAddress(), qps()));
        result.note("CPU, and its ratio, is the processor time of the thread that takes the packets, the lane's; " +
            "that of the whole process stands below: collector, compiler, and answering this program included.");
        result.note("Of what is flooded in pieces the sender gives the system up to 64 packets in one, and link mmsg " +
            "and \"C recvmmsg, GRO\" get them in one; all else is sent and received packet by packet. " +
            Numbers.count(qps()) + " queue pairs, uniform.");
    }

    private int qps()
    {
        return bench.packets() < FEW_PACKETS ? FEW_QPS : QPS;
    }

    /** Until each has received enough. */
    private void warmUp() throws IOException
    {
        for (final NodeReceiver node : nodes)
        {
            bench.progress().show("receive: warming up " + node.label());
            long received = 0;
            for (int i = 0; i < MAX_WARM_UP_BURSTS && received < bench.warmUp(); i++)
            {
                final ReceiveCase warm = new ReceiveCase(ReceiveCase.Kind.GOOD, WARM_UP_LENGTH);
                final int count = (int)Math.min(Integer.MAX_VALUE, bench.warmUp() - received);
                final Delivery delivery = i % 2 == 0 ? Delivery.IN_PIECES : Delivery.FLOODED;
                received += sample(node, warm, count, delivery).account().received();
            }
        }
    }

    private void measure(final ReceiveCase one, final Delivery delivery) throws IOException
    {
        final String what = one + ", " + delivery;
        final int packets = delivery.packets(bench.packets());
        final List<Receiver> receivers = new ArrayList<>(nodes);
        receivers.addAll(baselines);
        final Map<Receiver, List<Receiver.Sample>> samples = new LinkedHashMap<>();
        receivers.forEach(receiver -> samples.put(receiver, new ArrayList<>()));
        for (int round = 0; round < bench.rounds(); round++)
        {
            for (final Receiver receiver : Bench.inTurn(receivers, round))
            {
                bench.progress().show(
                    "receive: " + what + ", round " + (round + 1) + " of " + bench.rounds() + ", " + receiver.label());
                final Receiver.Sample sample = sample(receiver, one, packets, delivery);
                final String failure = sample.account().failure(receiver.label(), one.kind().fate().name());
                if (failure != null)
                {
                    result.fail(what + ": " + failure);
                    return;
                }
                samples.get(receiver).add(sample);
            }
        }
        report(one, what, delivery, samples);
    }

    private Receiver.Sample sample(
        final Receiver receiver, final ReceiveCase one, final int packets, final Delivery delivery) throws IOException
    {
        final Burst burst = new Burst(
            one.length(),
            packets,
            delivery.isGso(),
            delivery.rate(),
            receiver.firstQpn(one.kind()),
            qps(),
            false);
        final Receiver.Sample sample = receiver.measure(
            () -> burst.send(bench, bench.senderAddress(), receiver.address()), one.kind());
        if (sample.account().received() == 0)
        {
            throw new CommandFailedException(receiver.label() + " received nothing of what was sent to it");
        }
        return sample;
    }

    private void report(
        final ReceiveCase one,
        final String what,
        final Delivery delivery,
        final Map<Receiver, List<Receiver.Sample>> samples)
    {
        for (final NodeReceiver node : nodes)
        {
            final List<Receiver.Sample> ours = samples.get(node);
            addComparisons(one, what, delivery, node, samples);
            result.add(Figure.of(
                what + ": " + node.label() + ", B/packet", "B", values(ours, Receiver.Sample::allocated),
                allocationGoal(node.link())));
            ours.forEach(sample -> addTicks(node, sample.usage()));
        }
        samples.forEach((receiver, those) ->
        {
            result.detail(what, receiver.label(), "process CPU us", values(those, Receiver.Sample::cpuUs));
            result.detail(what, receiver.label(), "packets/s", values(those, Receiver.Sample::packetsPerS));
            result.detail(what, receiver.label(), "lost %", values(those, Receiver.Sample::lostPercent));
            result.detail(what, receiver.label(), "wake-ups/1,000", values(those, Receiver.Sample::wakeUps));
            result.detail(what, receiver.label(), "calls/1,000", values(those, Receiver.Sample::receiveCalls));
        });
    }

    private void addComparisons(
        final ReceiveCase one,
        final String what,
        final Delivery delivery,
        final NodeReceiver node,
        final Map<Receiver, List<Receiver.Sample>> samples)
    {
        final List<Receiver.Sample> ours = samples.get(node);
        final boolean isMmsg = node.link() == LinkKind.MMSG;
        final List<CReceiver> beside = baselines.stream()
            .filter(baseline -> baseline.isGro() == (isMmsg && delivery == Delivery.IN_PIECES))
            .toList();
        if (beside.isEmpty())
        {
            result.add(Figure.of(
                what + ": " + node.label() + ", CPU", "us", values(ours, Receiver.Sample::laneCpuUs), null));
        }
        for (final CReceiver baseline : beside)
        {
            final List<Receiver.Sample> others = samples.get(baseline);
            result.add(Figure.of(
                what + ": " + node.label() + ", CPU",
                "us",
                values(ours, Receiver.Sample::laneCpuUs),
                baseline.label(),
                values(others, Receiver.Sample::laneCpuUs),
                one.length() > MAX_GOAL_LENGTH ? null : cpuGoal(node.link(), delivery, one.kind())));
            if (delivery != Delivery.PACED)
            {
                result.add(Figure.of(
                    what + ": " + node.label() + ", packets",
                    "1/s",
                    values(ours, Receiver.Sample::packetsPerS),
                    baseline.label(),
                    values(others, Receiver.Sample::packetsPerS),
                    isMmsg && one.length() <= MAX_GOAL_LENGTH ? RATE : null));
            }
        }
    }

    private static Goal cpuGoal(final LinkKind link, final Delivery delivery, final ReceiveCase.Kind kind)
    {
        final boolean isGood = kind == ReceiveCase.Kind.GOOD;
        return switch (link)
        {
            case MMSG -> isGood || delivery != Delivery.PACED ? CPU : null;
            case EPOLL -> !isGood ? null : delivery == Delivery.PACED ? NETTY_PACED_CPU : NETTY_FLOODED_CPU;
            default -> null;
        };
    }

    /** Netty's own are 134; that the node was asked how it fares is in the figure, a fraction of a byte. */
    private static Goal allocationGoal(final LinkKind link)
    {
        return switch (link)
        {
            case MMSG -> Goal.atMost(1);
            case EPOLL -> Goal.atMost(135);
            default -> null;
        };
    }

    private void addTicks(final NodeReceiver node, final Usage usage)
    {
        if (node == nodes.get(0) && !Double.isNaN(usage.systemTicks()))
        {
            userTicks += usage.userTicks();
            systemTicks += usage.systemTicks();
        }
    }

    private String limit()
    {
        final double ticks = userTicks + systemTicks;
        return ticks == 0 ?
            "What limits it could not be seen: the system does not say where the lane's time went, or it was short." :
            "Of the time of the lane's thread with link %s the kernel took %.0f %% (the system call and the copy out "
                .formatted(nodes.get(0).label(), 100 * systemTicks / ticks) +
                "of the socket); the rest is ICRC, checks and look-up. Flooded, whoever receives also waits for the " +
                "lock of the socket's queue, which the sender holds.";
    }

    private static List<Double> values(
        final List<Receiver.Sample> samples, final ToDoubleFunction<Receiver.Sample> value)
    {
        return samples.stream().map(value::applyAsDouble).filter(one -> !Double.isNaN(one)).toList();
    }
}
