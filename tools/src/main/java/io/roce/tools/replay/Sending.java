package io.roce.tools.replay;

import io.roce.tools.ledger.FateReader;
import io.roce.tools.pace.Lateness;
import io.roce.tools.pace.Pacer;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends the packets of a capture, each when it is due; one at a time, its fate waited for, when somebody wants to be
 * told. Not thread-safe.
 */
final class Sending implements FrameVisitor
{
    private final Pace pace;
    private final Pacer pacer;
    private final Timetable timetable;
    private final StepPrompt steps;
    private final List<FateListener> listeners;
    private final Lateness lateness = new Lateness();
    private final Map<String, Long> skipped = new LinkedHashMap<>();
    private int loop;
    private boolean isAnswered;
    private long endedBefore;
    private Route waiting;
    private long lastLatenessNs;

    /**
     * @param steps     is asked before each packet; null for nobody.
     * @param listeners empty: fates are not waited for.
     */
    Sending(final Pace pace, final Pacer pacer, final StepPrompt steps, final List<FateListener> listeners)
    {
        this.pace = pace;
        this.pacer = pacer;
        this.timetable = new Timetable(pace);
        this.steps = steps;
        this.listeners = listeners;
    }

    /** The packets that come now are those of the next loop. */
    void onLoop()
    {
        loop++;
        timetable.restart();
    }

    /** Lets leave what waits. */
    void flush()
    {
        if (waiting != null)
        {
            waiting.flush();
        }
    }

    @Override
    public boolean onFrame(final Frame frame, final RoceFrame roceFrame, final Route route) throws IOException
    {
        route.prepare(roceFrame);
        if (steps != null && !steps.isNextWanted(frame.number(), roceFrame, route))
        {
            endedBefore = frame.number();
            return false;
        }
        final FateReader reader = listeners.isEmpty() ? null : route.target().node().fateReader();
        if (reader != null)
        {
            reader.begin(isAnswered);
        }
        sendWhenDue(frame, route);
        if (!listeners.isEmpty())
        {
            requireTaken(route);
            final String met = MetFate.settle(reader);
            isAnswered |= reader != null && reader.hasAnswered();
            listeners.forEach(listener -> listener.onFate(loop, frame.number(), met));
        }
        return true;
    }

    @Override
    public void onSkipped(final long frame, final String reason)
    {
        skipped.merge(reason, 1L, Long::sum);
    }

    @Override
    public void onEnd(final Map<FrameKind, Long> others)
    {
        others.forEach((kind, count) -> skipped.merge(kind.description(), count, Long::sum));
    }

    /** How many packets were left out, by reason. */
    Map<String, Long> skipped()
    {
        return skipped;
    }

    /** Of what was held back. */
    Lateness lateness()
    {
        return lateness;
    }

    /** Of the packet that was held back last. */
    long lastLatenessNs()
    {
        return lastLatenessNs;
    }

    /** The frame before which somebody wanted no more; 0 for none. */
    long endedBefore()
    {
        return endedBefore;
    }

    /** Time counts from when the first packet has left: what it takes a JVM to send for the first time does not. */
    private void sendWhenDue(final Frame frame, final Route route) throws IOException
    {
        if (!pace.isHeldBack())
        {
            add(route);
            return;
        }
        final boolean isFirst = timetable.isAtStart();
        final long dueNs = timetable.nextNs(frame.timestampNs());
        lastLatenessNs = 0;
        if (!isFirst)
        {
            pacer.awaitDue(dueNs);
            lastLatenessNs = pacer.latenessNs(dueNs);
            lateness.record(lastLatenessNs);
        }
        add(route);
        flush();
        if (isFirst)
        {
            pacer.restart();
        }
    }

    /** Of packets that leave from different sockets the later one must not overtake. */
    private void add(final Route route)
    {
        if (waiting != route)
        {
            flush();
            waiting = route;
        }
        route.add();
        if (!listeners.isEmpty())
        {
            flush();
        }
    }

    /** One that has not left meets no fate. */
    private static void requireTaken(final Route route) throws IOException
    {
        if (route.refusals().first() != null)
        {
            throw route.refusals().first();
        }
    }
}
