package io.roce.tools.send;

import io.roce.tools.ledger.NodeAccount;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.agrona.concurrent.SystemNanoClock;

/** Sends packets, group by group where there are groups, and asks what became of them. Not thread-safe. */
final class SendRun
{
    private final PacketTrain train;
    private final double intervalNs;
    private final UdpSink sink;
    private final Supplier<NodeAccount> accounts;
    private final Pacer pacer = new Pacer(SystemNanoClock.INSTANCE, Pause.REAL);
    private long elapsedNs;

    /** @param accounts begins one. */
    SendRun(
        final PacketTrain train, final double intervalNs, final UdpSink sink, final Supplier<NodeAccount> accounts)
    {
        this.train = train;
        this.intervalNs = intervalNs;
        this.sink = sink;
        this.accounts = accounts;
    }

    /**
     * Sends all of them.
     *
     * @param groups none, or such that each packet is in one of them, in their order.
     * @throws IOException when the system has taken none.
     */
    SendReport run(
        final long count, final List<PacketSweep.Group> groups, final String groupedBy, final Long seed)
        throws IOException
    {
        final NodeAccount account = accounts.get();
        final boolean isGrouped = !groups.isEmpty() && account.isKnown();
        final List<GroupOutcome> outcomes = new ArrayList<>();
        if (isGrouped)
        {
            for (final PacketSweep.Group group : groups)
            {
                outcomes.add(send(group));
            }
        }
        else
        {
            send(0, count);
        }
        if (train.sent() == 0 && sink.refusals().first() != null)
        {
            throw sink.refusals().first();
        }
        return new SendReport(
            sink.from(),
            sink.to(),
            account.finish(train.sent()),
            outcomes,
            isGrouped ? groupedBy : null,
            sink.refusals(),
            seed,
            elapsedNs);
    }

    private GroupOutcome send(final PacketSweep.Group group)
    {
        final NodeAccount account = accounts.get();
        final long before = train.sent();
        send(group.from(), group.to());
        final SendOutcome outcome = account.finish(train.sent() - before);
        return new GroupOutcome(group.values(), outcome);
    }

    private void send(final long from, final long to)
    {
        final long startNs = System.nanoTime();
        train.send(from, to, intervalNs, sink, pacer);
        elapsedNs += System.nanoTime() - startNs;
    }
}
