package io.roce.tools.top;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.ExitStatus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;

/**
 * What is known of several nodes, for as long as the command runs. One thread has it all; what comes from others waits
 * in a queue with few places, and they wait where it is full.
 */
final class TopRun
{
    /** In place of a number of rounds: until the user ends it. */
    static final int FOR_EVER = Integer.MAX_VALUE;

    private static final int INBOX_CAPACITY = 4;
    private static final long TURN_MS = 250;

    private final BlockingQueue<Runnable> inbox = new ArrayBlockingQueue<>(INBOX_CAPACITY);
    private final List<AdminClient> clients;
    private final List<NodeStream> streams = new ArrayList<>();
    private final NodeView[] nodes;
    private final RuntimeException[] failures;

    /** What each node had to say that is in no round yet. */
    private final int[] news;
    private int roundsLeft;
    private TopOutput output;

    TopRun(final List<AdminClient> clients, final int rounds, final NanoClock clock)
    {
        this.clients = clients;
        roundsLeft = rounds;
        failures = new RuntimeException[clients.size()];
        news = new int[clients.size()];
        nodes = clients.stream()
            .map(client -> NodeView.of(client.url().replace("http://", "")))
            .toArray(NodeView[]::new);
        for (int i = 0; i < nodes.length; i++)
        {
            streams.add(new NodeStream(clients.get(i), new Listener(i), clock));
        }
    }

    /**
     * Runs until all rounds are over, or {@link #end()}.
     *
     * @return exit status.
     * @throws NodeUnreachableException when no node has ever answered.
     * @throws AdminException           when those that have answered have all refused.
     */
    int run(final TopOutput to) throws InterruptedException
    {
        output = to;
        try
        {
            streams.forEach(NodeStream::start);
            while (roundsLeft > 0)
            {
                for (Runnable task = inbox.poll(TURN_MS, TimeUnit.MILLISECONDS);
                    task != null && roundsLeft > 0;
                    task = inbox.poll())
                {
                    task.run();
                }
                streams.forEach(NodeStream::endSilence);
                output.onTurn();
            }
        }
        finally
        {
            streams.forEach(NodeStream::close);
        }
        return status();
    }

    /** Has the run's thread do it; waits where that lags behind. */
    void post(final Runnable task) throws InterruptedException
    {
        inbox.put(task);
    }

    /** By the run's thread. */
    void end()
    {
        roundsLeft = 0;
    }

    List<NodeView> nodes()
    {
        return List.of(nodes);
    }

    AdminClient client(final int node)
    {
        return clients.get(node);
    }

    private int status()
    {
        if (Arrays.stream(nodes).allMatch(node -> node.now() == null))
        {
            throw worst();
        }
        return Arrays.stream(nodes).anyMatch(NodeView::isUnbalanced) ? ExitStatus.FAILED : ExitStatus.DONE;
    }

    /** A refusal is an answer; the others are suppressed in it. */
    private RuntimeException worst()
    {
        final List<RuntimeException> all = Arrays.stream(failures).filter(Objects::nonNull).toList();
        if (all.isEmpty())
        {
            return new NodeUnreachableException("no node has answered yet at " + clients.get(0).url(), null);
        }
        final RuntimeException worst =
            all.stream().filter(AdminException.class::isInstance).findFirst().orElse(all.get(0));
        all.stream().filter(failure -> failure != worst).forEach(worst::addSuppressed);
        return worst;
    }

    private void onSnapshot(final int node, final Snapshot snapshot, final JsonNode json)
    {
        nodes[node] = nodes[node].with(snapshot);
        output.onSnapshot(node, json);
        onNews(node);
    }

    private void onFailure(final int node, final RuntimeException failure)
    {
        failures[node] = failure;
        final String url = clients.get(node).url();
        nodes[node] = nodes[node].without(
            failure instanceof AdminException ? NodeState.REFUSED : NodeState.DOWN,
            failure.getMessage().replace(" at " + url, "").replace(url + ": ", ""));
        onNews(node);
    }

    private void onNews(final int node)
    {
        news[node]++;
        for (int i = 0; i < nodes.length; i++)
        {
            final boolean isAbsent = nodes[i].state() == NodeState.DOWN || nodes[i].state() == NodeState.REFUSED;
            if (news[i] == 0 && !isAbsent)
            {
                return;
            }
        }
        for (int i = 0; i < nodes.length; i++)
        {
            news[i] = Math.max(0, news[i] - 1);
        }
        output.onRound();
        if (roundsLeft != FOR_EVER)
        {
            roundsLeft = Math.max(0, roundsLeft - 1);
        }
    }

    /** Of one node. */
    private final class Listener implements StreamListener
    {
        private final int node;

        private Listener(final int node)
        {
            this.node = node;
        }

        @Override
        public void onSnapshot(final Snapshot snapshot, final JsonNode json) throws InterruptedException
        {
            final JsonNode wanted = output.isOfJson() ? json : null;
            post(() -> TopRun.this.onSnapshot(node, snapshot, wanted));
        }

        @Override
        public void onFailure(final RuntimeException failure) throws InterruptedException
        {
            post(() -> TopRun.this.onFailure(node, failure));
        }

        @Override
        public void onDefect(final RuntimeException defect) throws InterruptedException
        {
            post(() ->
            {
                throw defect;
            });
        }
    }
}
