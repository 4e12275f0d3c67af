package io.roce.tools.reuse;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * One run of one cell in virtual time. Queue pairs are asked for at random times and live for random times, both
 * memoryless; for each that ends, when the pool has come to rest, a stale packet is under way. It ends when so many
 * have
 * ended and all their stale packets have arrived.
 */
final class ChurnRun
{
    /** Lifetimes and holds that pass before anything is counted. */
    private static final double LIFETIMES = 4;
    private static final double HOLDS = 2;

    /** Rounds of the pool, at the least: cyclic order remembers how it began for one. */
    private static final double ROUNDS = 2;

    /** In a batch at least so many times as many end as live, since what follows closely is alike. */
    private static final double ENDS_PER_LIVE = 8;

    private static final int MAX_BATCHES = 10;

    private final Scenario scenario;
    private final int ends;
    private final SplittableRandom random;
    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::atNs).thenComparingLong(Event::ordinal));
    private final Queue<Long> waiting = new ArrayDeque<>();
    private final Batch[] batches;
    private final long restNs;
    private StudyNode node;
    private long ordinal;
    private int ended;
    private int underWay;

    /**
     * @param ends queue pairs that are to end while it is counted.
     */
    ChurnRun(final Scenario scenario, final int ends, final long seed)
    {
        this.scenario = scenario;
        this.ends = ends;
        random = new SplittableRandom(seed);
        final double used = scenario.startLive() + scenario.churn() * scenario.hold();
        batches = new Batch[(int)Math.max(1, Math.min(MAX_BATCHES, ends / (ENDS_PER_LIVE * used)))];
        Arrays.setAll(batches, i -> new Batch());
        restNs = ns(Math.max(
            LIFETIMES * scenario.lifetime() + HOLDS * scenario.hold(), ROUNDS * scenario.pool() / scenario.churn()));
    }

    /** Parts of the run that were counted each for itself. */
    Batch[] run() throws VerbsException
    {
        try (StudyNode opened = new StudyNode(scenario, random.split()))
        {
            node = opened;
            for (int i = 0; i < scenario.startLive(); i++)
            {
                live(node.create());
            }
            if (scenario.comeback() == Comeback.REISSUE)
            {
                later(exponential(1 / scenario.churn()), this::onAsked);
            }
            while (ended < ends || underWay > 0)
            {
                final Event event = events.remove();
                node.advanceTo(event.atNs);
                event.action.run();
            }
        }
        return batches;
    }

    private void onAsked() throws VerbsException
    {
        later(exponential(1 / scenario.churn()), this::onAsked);
        final Batch batch = batch();
        if (batch != null)
        {
            batch.onAsked();
        }
        try
        {
            live(node.create());
        }
        catch (final VerbsException e)
        {
            if (e.code() != VerbsErrorCode.QPNS_QUARANTINED && e.code() != VerbsErrorCode.TABLE_FULL)
            {
                throw e;
            }
            if (batch != null)
            {
                onRefused(batch);
            }
        }
    }

    /** When a number is free next: the clock lets one go, or when all live the first of them must end. */
    private void onRefused(final Batch batch)
    {
        batch.onRefused();
        final long nextInNs = node.nextFreeInNs();
        if (nextInNs >= 0)
        {
            batch.onWaited(nextInNs);
        }
        else
        {
            waiting.add(node.nowNs());
        }
    }

    private void live(final Connection connection)
    {
        later(exponential(scenario.lifetime()), () -> onEnd(connection));
    }

    private void onEnd(final Connection connection) throws VerbsException
    {
        final Batch batch = batch();
        if (batch != null)
        {
            ended++;
            underWay++;
            later(scenario.delay().drawNs(random), () -> onStale(connection, batch));
            while (!waiting.isEmpty())
            {
                batch.onWaited(node.nowNs() - waiting.remove() + scenario.quarantine().timeNs());
            }
        }
        if (scenario.comeback() == Comeback.REISSUE)
        {
            node.destroy(connection);
        }
        else
        {
            node.reset(connection);
            reconnect(connection, batch);
        }
    }

    private void reconnect(final Connection ended, final Batch batch) throws VerbsException
    {
        if (batch != null)
        {
            batch.onAsked();
        }
        try
        {
            live(node.reconnect(ended));
        }
        catch (final VerbsException e)
        {
            if (e.code() != VerbsErrorCode.RESET_HOLD)
            {
                throw e;
            }
            if (batch != null)
            {
                batch.onRefused();
                batch.onWaited(scenario.quarantine().timeNs());
            }
            later(scenario.quarantine().timeNs(), () -> live(node.reconnect(ended)));
        }
    }

    private void onStale(final Connection connection, final Batch batch) throws VerbsException
    {
        underWay--;
        batch.onStale(node, connection);
    }

    /** Which one is counted in now; null before the pool has come to rest, and behind the last end. */
    private Batch batch()
    {
        return node.nowNs() < restNs || ended == ends ? null : batches[(int)((long)ended * batches.length / ends)];
    }

    private void later(final long inNs, final Action action)
    {
        events.add(new Event(node.nowNs() + inNs, ordinal++, action));
    }

    private long exponential(final double meanSeconds)
    {
        return ns(-meanSeconds * Math.log1p(-random.nextDouble()));
    }

    private static long ns(final double seconds)
    {
        return Math.round(seconds * 1e9);
    }

    private interface Action
    {
        void run() throws VerbsException;
    }

    private record Event(long atNs, long ordinal, Action action)
    {
    }
}
