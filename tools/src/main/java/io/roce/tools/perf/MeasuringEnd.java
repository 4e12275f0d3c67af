package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.link.GidEntry;
import io.roce.tools.adapter.Adapter;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The end that measures: it says what is done, phase after phase. */
final class MeasuringEnd
{
    /** More than the other end may take to find that nothing comes any more, and to look at what has come. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final PerfPlan plan;
    private final Adapter adapter;
    private final GidEntry gid;
    private final PeerLine line;
    private final Duration spin;
    private final AtomicBoolean isStopped;
    private final PerfProgress progress;
    private PerfMemory memory;
    private PerfPeer peer;

    /**
     * @param gid       of the adapter, that packets leave from.
     * @param spin      how long is looked for a completion before the thread sleeps.
     * @param isStopped set when the user wants no more.
     */
    MeasuringEnd(
        final PerfPlan plan,
        final Adapter adapter,
        final GidEntry gid,
        final PeerLine line,
        final Duration spin,
        final AtomicBoolean isStopped,
        final PerfProgress progress)
    {
        this.plan = plan;
        this.adapter = adapter;
        this.gid = gid;
        this.line = line;
        this.spin = spin;
        this.isStopped = isStopped;
        this.progress = progress;
    }

    /**
     * Runs all phases, or as many as the user wants.
     *
     * @param planJson that the plan was read from.
     * @param results  takes each as soon as it is there.
     */
    void run(final JsonNode planJson, final Consumer<PhaseResult> results)
    {
        try
        {
            runPhases(planJson, results);
        }
        catch (final RuntimeException | Error e)
        {
            line.sendError(e);
            throw e;
        }
    }

    private void runPhases(final JsonNode planJson, final Consumer<PhaseResult> results)
    {
        memory = PerfMemory.register(adapter, plan);
        peer = greet(planJson);
        final List<PerfPhase> phases = plan.phases();
        for (int i = 0; i < phases.size() && !isStopped.get(); i++)
        {
            final PerfPhase phase = phases.get(i);
            progress.begin(i, phases.size(), phase);
            final PhaseResult result = run(i, phase);
            if (!phase.isWarmUp())
            {
                results.accept(result);
            }
        }
        line.send(PerfLines.bye());
    }

    private PerfPeer greet(final JsonNode planJson)
    {
        final PerfPeer here = PerfPeer.of(gid.udp().getAddress(), memory.region());
        final JsonNode answer = ask(PerfLines.greeting(planJson, here));
        PerfLines.requireVersion(answer);
        final PerfPeer there = PerfLines.end(answer);
        PerfLines.requireLength(there, memory);
        return there;
    }

    private PhaseResult run(final int index, final PerfPhase phase)
    {
        try (PhaseQps qps = new PhaseQps(plan, phase, adapter, gid, memory, peer, spin))
        {
            final EndReading before = EndReading.of(adapter);
            final Supplier<Measured> run = newRun(phase, qps);
            final JsonNode answer = ask(PerfLines.qps(index, qps.local()));
            qps.connect(PerfLines.qps(answer, peer.gid()));
            final Measured measured = run.get();
            final boolean isCut = isStopped.get();
            final long sent = EndReading.of(adapter).since(before).sent();
            final ServedPhase served = ServedPhase.of(ask(PerfLines.messages(measured.messages(), sent)));
            final EndReading after = EndReading.whenAllIsThere(adapter, before, served.account().sent());
            return new PhaseResult(
                plan, phase, qps.layout(), measured, after.since(before), served, isCut);
        }
    }

    private Supplier<Measured> newRun(final PerfPhase phase, final PhaseQps qps)
    {
        final PhaseEnd end = new PhaseEnd(plan, phase, qps, memory.buffer(), new PhaseCompletions(line), line);
        final PhaseLimit limit = new PhaseLimit(plan, phase, isStopped);
        if (phase.test() == PerfTest.BANDWIDTH)
        {
            return new BandwidthRun(end, limit, progress.messages())::run;
        }
        return plan.op().isFetch() ?
            new FetchRun(end, limit, progress.messages())::run :
            new PingPongRun(end, limit, progress.messages())::run;
    }

    private JsonNode ask(final JsonNode question)
    {
        line.send(question);
        return line.await(PATIENCE_NS);
    }
}
