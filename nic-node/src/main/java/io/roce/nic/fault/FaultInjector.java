package io.roce.nic.fault;

import io.roce.nic.link.TimedWork;
import io.roce.wire.packet.RoceDatagram;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * Leads datagrams through the rules of one direction, in their order. What leaves a rule comes to the next: one that is
 * held goes on there when it is released, and a copy takes its own chances with the rules behind the one that made it.
 * Whenever nothing is on its way, what came and was duplicated has been passed on or dropped, or is held.
 * <p>
 * The same datagrams at the same times lead to the same faults for the same seed. Nothing is allocated for a datagram.
 * The datagrams that come are not changed. One thread.
 *
 * @param <R> what goes along with a datagram, as where it is to be sent.
 */
final class FaultInjector<R> implements TimedWork
{
    /** PSNs that passes are counted of; 2.5 MiB, if a rule asks for passes. */
    private static final int MAX_PASSES = 1 << 16;

    private final FaultStage[] stages;
    private final HeldDatagrams heldDatagrams;
    private final PassCounts passCounts;
    private final NanoClock clock;
    private final FaultOutlet<R> outlet;
    private int held;

    /** Each rule draws from a source of its own, which does not depend on the seeds of the others. */
    FaultInjector(
        final FaultDirection direction, final FaultConfig config, final NanoClock clock, final FaultOutlet<R> outlet)
    {
        this.clock = clock;
        this.outlet = outlet;
        final List<FaultRule> rules = config.rules();
        final FaultRule[] own = rules.stream().filter(rule -> rule.direction() == direction).toArray(FaultRule[]::new);
        final boolean isHolding = Arrays.stream(own).anyMatch(rule -> rule.action().isHolding());
        heldDatagrams = new HeldDatagrams(isHolding ? config.capacity() : 0);
        passCounts = Arrays.stream(own).anyMatch(rule -> rule.selection().pass() != FaultSelection.ANY) ?
            new PassCounts(MAX_PASSES) :
            null;

        stages = new FaultStage[own.length];
        final SplittableRandom source = new SplittableRandom(config.seed());
        int count = 0;
        for (final FaultRule rule : rules)
        {
            final RandomGenerator split = source.split();
            if (rule.direction() == direction)
            {
                final long ownSeed = rule.selection().seed();
                stages[count++] = new FaultStage(
                    rule, ownSeed == 0 ? split : new SplittableRandom(ownSeed), heldDatagrams);
            }
        }
    }

    /** Whether there is no rule, so that what comes may as well pass by: most of what a node receives. */
    boolean isEmpty()
    {
        return stages.length == 0;
    }

    /** One datagram comes. Valid until the call returns. */
    void onDatagram(final RoceDatagram datagram, final R route, final int port)
    {
        enter(0, datagram, route, port, passCounts == null ? 0 : passCounts.onDatagram(datagram));
    }

    @Override
    public long nextDeadlineNs()
    {
        final int index = soonest();
        return index < 0 ? NO_DEADLINE : heldDatagrams.deadlineNs(stages[index].first());
    }

    /** {@inheritDoc} Lets go on what has been held long enough. */
    @Override
    public int poll(final long nowNs)
    {
        int released = 0;
        for (int index = soonest();
            index >= 0 && heldDatagrams.deadlineNs(stages[index].first()) - nowNs <= 0;
            index = soonest())
        {
            release(index);
            released++;
        }
        return released;
    }

    /** Lets go on at once what is held, rule by rule, so that nothing is left when the rules are to go. */
    void releaseAll()
    {
        while (held > 0)
        {
            release(soonest());
        }
    }

    /** Of each rule, in their order; a copy for other threads. */
    List<FaultFigures> figures()
    {
        return Arrays.stream(stages).map(FaultStage::figures).toList();
    }

    private void enter(final int index, final RoceDatagram datagram, final R route, final int port, final int pass)
    {
        if (index == stages.length)
        {
            outlet.onPassed(datagram, route, port);
            return;
        }

        final FaultStage stage = stages[index];
        if (stage.select(datagram, pass))
        {
            apply(index, datagram, route, port, pass);
        }
        else
        {
            enter(index + 1, datagram, route, port, pass);
        }

        while (stage.action() == FaultAction.REORDER && stage.isFirstOvertaken())
        {
            release(index);
        }
    }

    private void apply(final int index, final RoceDatagram datagram, final R route, final int port, final int pass)
    {
        final FaultStage stage = stages[index];
        switch (stage.action())
        {
            case DROP ->
            {
                outlet.onDropped(datagram, route, index);
            }
            case DUPLICATE ->
            {
                enter(index + 1, datagram, route, port, pass);
                outlet.onDuplicated();
                enter(index + 1, datagram, route, port, pass);
            }
            case REORDER, DELAY ->
            {
                if (stage.hold(datagram, route, port, pass, clock.nanoTime()))
                {
                    held++;
                    outlet.onHeld();
                }
                else
                {
                    enter(index + 1, datagram, route, port, pass);
                }
            }
            case CORRUPT, FECN -> enter(index + 1, stage.change(datagram), route, port, pass);
        }
    }

    /** The rule whose first datagram is due before those of the others; -1 when none holds one. */
    private int soonest()
    {
        int soonest = -1;
        for (int i = 0; i < stages.length && held > 0; i++)
        {
            final int first = stages[i].first();
            if (first != HeldDatagrams.NONE &&
                (soonest < 0 || heldDatagrams.isBefore(first, stages[soonest].first())))
            {
                soonest = i;
            }
        }
        return soonest;
    }

    /** Its place is free only when it has gone on: until then the copy is read. */
    @SuppressWarnings("unchecked")
    private void release(final int index)
    {
        final int place = stages[index].removeFirst();
        held--;
        outlet.onReleased();
        try
        {
            enter(
                index + 1,
                heldDatagrams.datagram(place),
                (R)heldDatagrams.route(place),
                heldDatagrams.port(place),
                heldDatagrams.pass(place));
        }
        finally
        {
            heldDatagrams.free(place);
        }
    }
}
