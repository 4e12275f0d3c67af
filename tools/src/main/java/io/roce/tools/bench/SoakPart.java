package io.roce.tools.bench;

import io.roce.nic.link.LinkKind;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Numbers;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Each node under full load for a while: whether its memory stays what it was, and its ledger balances. */
final class SoakPart
{
    private static final int QPS = 64;

    /** So little that all of it is in use before memory is looked at first, and what a node keeps is soon too much. */
    private static final int HEAP_MIB = 32;
    private static final double MIB = 1 << 20;
    private static final double NS_PER_S = 1e9;

    /** Until then a virtual machine takes what it needs: code that it compiles, pages of its heap that it touches. */
    private static final int SETTLING_SHARE = 5;

    /** What still grows then is code that the virtual machine compiles, some MiB. */
    private static final Goal FLAT = Goal.atMost(1.1);

    private SoakPart()
    {
    }

    static PartResult run(final Bench bench) throws IOException
    {
        final PartResult result = new PartResult();
        for (final LinkKind link : bench.links())
        {
            try (NodeReceiver node = NodeReceiver.start(link, bench.address(0), bench.cores().receiver(), HEAP_MIB))
            {
                node.prepare(bench.senderAddress(), QPS);
                load(bench, node, result);
            }
        }
        result.note("Each node for " + Durations.format(bench.soakNs()) + ": bursts of " +
            Numbers.count(bench.packets()) + " packets one behind the other, good ones, numbers never given and " +
            "numbers in quarantine, in pieces and packet by packet by turns; after each the ledger is held against " +
            "what was sent. Memory is what is resident of the process, whose heap is " + HEAP_MIB + " MiB.");
        result.limit("The processor: the sender has one core and the node the other.");
        return result;
    }

    private static void load(final Bench bench, final NodeReceiver node, final PartResult result) throws IOException
    {
        final long startNs = System.nanoTime();
        final List<ReceiveCase> cases = ReceiveCase.all();
        final Usage before = Usage.read(node.admin());
        double settledBytes = Double.NaN;
        long received = 0;
        long elapsedNs = 0;
        for (int i = 0; elapsedNs < bench.soakNs(); i++)
        {
            final ReceiveCase one = cases.get(i % cases.size());
            final Delivery delivery = i / cases.size() % 2 == 0 ? Delivery.IN_PIECES : Delivery.FLOODED;
            bench.progress().show(
                "soak: " + node.label() + ", " + Durations.format(TimeUnit.NANOSECONDS.toSeconds(elapsedNs) *
                    TimeUnit.SECONDS.toNanos(1)) + " of " + Durations.format(bench.soakNs()));
            final Burst burst = new Burst(
                one.length(), bench.packets(), delivery.isGso(), 0, node.firstQpn(one.kind()), QPS, false);
            final BurstAccount account = node.measure(
                () -> burst.send(bench, bench.senderAddress(), node.address()), one.kind()).account();
            final String failure = account.failure(node.label(), one.kind().fate().name());
            if (failure != null)
            {
                result.fail("soak, burst " + (i + 1) + ", " + one + ", " + delivery + ": " + failure);
                return;
            }
            received += account.received();
            elapsedNs = System.nanoTime() - startNs;
            if (Double.isNaN(settledBytes) && elapsedNs >= bench.soakNs() / SETTLING_SHARE)
            {
                settledBytes = node.residentBytes();
            }
        }
        report(node, received, elapsedNs, Usage.read(node.admin()).since(before), settledBytes, result);
    }

    private static void report(
        final NodeReceiver node,
        final long received,
        final long elapsedNs,
        final Usage usage,
        final double settledBytes,
        final PartResult result)
    {
        final double bytes = node.residentBytes();
        final String label = node.label() + ": ";
        result.add(Figure.of(label + "packets received", "", List.of((double)received), null));
        result.add(Figure.of(label + "packets received", "1/s", List.of(received * NS_PER_S / elapsedNs), null));
        if (!Double.isNaN(bytes))
        {
            result.add(Figure.of(
                label + "memory at the end",
                "MiB",
                List.of(bytes / MIB),
                "after a fifth of the time",
                List.of(settledBytes / MIB),
                FLAT));
        }
        result.add(Figure.of(
            label + "allocated by the lane", "B/packet", List.of(usage.allocatedBytes() / received), null));
    }
}
