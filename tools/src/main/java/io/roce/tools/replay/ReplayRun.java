package io.roce.tools.replay;

import io.roce.tools.expect.BadExpectationException;
import io.roce.tools.expect.ExpectedFates;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.agrona.concurrent.SystemNanoClock;

/**
 * One replay from start to end: queue pairs made if asked for, packets sent, the nodes asked, queue pairs destroyed.
 */
public final class ReplayRun
{
    /**
     * What a replay is to do.
     *
     * @param isProvision whether queue pairs are made.
     * @param isKeep      whether they stay.
     * @param loops       how often the file is sent; its queue pairs are taken through RESET in between.
     * @param loopPauseNs between two loops.
     */
    public record Plan(boolean isProvision, boolean isKeep, Pace pace, int loops, long loopPauseNs)
    {
    }

    private final Replay replay;
    private final QpnMap qpnMap;
    private final Routes routes;
    private final Plan plan;
    private final List<FateListener> listeners = new ArrayList<>();
    private StepPrompt steps;
    private Conversations conversations = new Conversations();

    /** @param qpnMap the one that the routes read. */
    public ReplayRun(final Replay replay, final QpnMap qpnMap, final Routes routes, final Plan plan)
    {
        this.replay = replay;
        this.qpnMap = qpnMap;
        this.routes = routes;
        this.plan = plan;
    }

    /** Makes queue pairs on the one node that all packets go to, sends, and destroys them. */
    public static ReplayResult provisioned(final Replay replay, final QpnMap qpnMap, final Routes routes)
        throws IOException
    {
        final ReplayRun run =
            new ReplayRun(replay, qpnMap, routes, new Plan(true, false, Pace.AS_FAST_AS_POSSIBLE, 1, 0));
        run.survey(new Survey(null));
        return run.run();
    }

    /** From now on packets are sent one at a time, and somebody is told the fate of each. */
    void tell(final FateListener listener)
    {
        listeners.add(listener);
    }

    /** Packets are sent when somebody says so. */
    void ask(final StepPrompt prompt)
    {
        steps = prompt;
        tell(prompt);
    }

    /**
     * Reads the file before anything is sent: for queue pairs to be made, and for what goes more than one way. Opens
     * what packets leave from, and holds against the file what is expected.
     *
     * @param expected null for nothing.
     */
    void survey(final ExpectedFates expected) throws IOException, BadExpectationException
    {
        survey(new Survey(expected)).requireFitting();
    }

    /** Does it. */
    public ReplayResult run() throws IOException
    {
        try (ProvisionedQps provisioned = new ProvisionedQps())
        {
            if (plan.isProvision())
            {
                provisioned.make(conversations.qps(), routes, qpnMap);
            }
            final ReplayResult result = run(provisioned);
            if (plan.isKeep())
            {
                provisioned.keep();
            }
            return result;
        }
    }

    private Survey survey(final Survey survey) throws IOException
    {
        replay.walk(routes, survey);
        conversations = survey.conversations();
        return survey;
    }

    private ReplayResult run(final ProvisionedQps provisioned) throws IOException
    {
        final boolean isNodeNeeded = plan.isProvision() || !listeners.isEmpty() && steps == null;
        final Map<ReplayNode, List<Route>> byNode = new LinkedHashMap<>();
        routes.opened().forEach(
            route -> byNode.computeIfAbsent(route.target().node(), node -> new ArrayList<>()).add(route));
        byNode.keySet().forEach(node -> node.begin(isNodeNeeded));

        final Sending sending =
            new Sending(plan.pace(), new Pacer(SystemNanoClock.INSTANCE, Pause.EXACT), steps, listeners);
        if (plan.pace().isHeldBack() && listeners.isEmpty())
        {
            Rehearsal.run(replay, routes, SystemNanoClock.INSTANCE);
        }
        send(sending, provisioned);

        final List<NodeResult> results = new ArrayList<>();
        byNode.forEach((node, ways) -> results.add(new NodeResult(
            node.adminAddress(),
            ways.stream()
                .map(route ->
                    new NodeResult.Way(route.from(), route.target().to(), route.sent(), route.refusals()))
                .toList(),
            node.finish(ways.stream().mapToLong(Route::sent).sum()))));
        final ReplayResult result = new ReplayResult(
            provisioned.all(),
            sending.skipped(),
            routes.icrcsNotJudged(),
            results,
            sending.lateness(),
            sending.endedBefore(),
            replay.fault());
        if (result.sent() == 0 && result.firstRefusal() != null)
        {
            throw result.firstRefusal();
        }
        return result;
    }

    /** Whether no frame was the last that was wanted. Whatever ends it, what is to be sent by then is sent. */
    private boolean isWalked(final Sending sending) throws IOException
    {
        try
        {
            return replay.walk(routes, sending);
        }
        finally
        {
            sending.flush();
        }
    }

    private void send(final Sending sending, final ProvisionedQps provisioned) throws IOException
    {
        for (int loop = 1; loop <= plan.loops(); loop++)
        {
            if (loop > 1)
            {
                new Pacer(SystemNanoClock.INSTANCE, Pause.REAL).awaitDue(plan.loopPauseNs());
                provisioned.renew();
            }
            sending.onLoop();
            if (!isWalked(sending))
            {
                return;
            }
        }
    }
}
