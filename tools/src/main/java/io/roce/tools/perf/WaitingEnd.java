package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.cli.CommandFailedException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The end that waits: it does what it is told, for one run. */
final class WaitingEnd
{
    /** For the first line, from someone who has connected. */
    private static final long GREETING_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long FOR_EVER_NS = Long.MAX_VALUE;

    private final JsonNode asked;
    private final Adapter adapter;
    private final Port port;
    private final GidEntry gid;
    private final PeerLine line;
    private final Duration spin;
    private PerfPlan plan;
    private PerfMemory memory;
    private PerfPeer peer;

    /** @param asked fields of a plan that this end was asked for, all others are the other end's choice. */
    WaitingEnd(
        final JsonNode asked,
        final Adapter adapter,
        final Port port,
        final GidEntry gid,
        final PeerLine line,
        final Duration spin)
    {
        this.asked = asked;
        this.adapter = adapter;
        this.port = port;
        this.gid = gid;
        this.line = line;
        this.spin = spin;
    }

    /**
     * Takes part in a run until the other end says that it is over.
     *
     * @return what was served in each phase that was no warm-up.
     */
    ServedRun run()
    {
        try
        {
            greet(line.await(GREETING_NS));
            return serve();
        }
        catch (final RuntimeException | Error e)
        {
            line.sendError(e);
            throw e;
        }
    }

    private ServedRun serve()
    {
        final ServedRun served = new ServedRun(plan);
        final List<PerfPhase> phases = plan.phases();
        for (JsonNode next = line.await(FOR_EVER_NS); !PerfLines.isBye(next); next = line.await(FOR_EVER_NS))
        {
            final int index = PerfLines.phase(next);
            if (index < 0 || index >= phases.size())
            {
                throw new CommandFailedException("the plan has no phase " + index);
            }
            served.add(phases.get(index), serve(phases.get(index), next));
        }
        return served;
    }

    private void greet(final JsonNode greeting)
    {
        PerfLines.requireVersion(greeting);
        plan = plan(greeting.path("plan"));
        peer = PerfLines.end(greeting);
        if (peer.gid().getClass() != gid.udp().getAddress().getClass())
        {
            throw new CommandFailedException("the two ends have addresses of different IP versions");
        }
        memory = PerfMemory.register(adapter, plan);
        PerfLines.requireLength(peer, memory);
        line.send(PerfLines.greeting(null, PerfPeer.of(gid.udp().getAddress(), memory.region())));
    }

    private PerfPlan plan(final JsonNode json)
    {
        final String difference = PlanJson.difference(asked, json);
        if (difference != null)
        {
            throw new CommandFailedException(difference);
        }
        final PerfPlan read;
        try
        {
            read = PlanJson.read(json);
        }
        catch (final IllegalArgumentException e)
        {
            throw new CommandFailedException(e.getMessage(), e);
        }
        if (read.mtu() > port.activeMtu())
        {
            throw new CommandFailedException(
                "--mtu is %d, and the port of the end that waits has %d".formatted(read.mtu(), port.activeMtu()));
        }
        return read;
    }

    private ServedPhase serve(final PerfPhase phase, final JsonNode begin)
    {
        try (PhaseQps qps = new PhaseQps(plan, phase, adapter, gid, memory, peer, spin))
        {
            final EndReading before = EndReading.of(adapter);
            final ServingRun run = newRun(phase, qps);
            qps.connect(PerfLines.qps(begin, peer.gid()));
            line.send(PerfLines.qps(-1, qps.local()));
            final JsonNode last = run.run();
            final EndReading after = EndReading.whenAllIsThere(adapter, before, PerfLines.sent(last));
            final ServedPhase served = new ServedPhase(run.received(), run.verify(last), after.since(before));
            line.send(served.json());
            return served;
        }
    }

    private ServingRun newRun(final PerfPhase phase, final PhaseQps qps)
    {
        final PhaseEnd end = new PhaseEnd(plan, phase, qps, memory.buffer(), new PhaseCompletions(line), line);
        if (plan.op().isFetch() || plan.op() == PerfOp.WRITE && phase.test() == PerfTest.BANDWIDTH)
        {
            return new PassiveRun(end);
        }
        return phase.test() == PerfTest.BANDWIDTH ? new ReceiveRun(end) : new EchoRun(end);
    }
}
