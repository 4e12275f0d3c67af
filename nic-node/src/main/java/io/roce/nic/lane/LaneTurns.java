package io.roce.nic.lane;

import io.netty.channel.EventLoop;
import io.roce.nic.jfr.LaneStalls;
import io.roce.nic.link.Link;
import io.roce.nic.link.TimedWork;

import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * The lane's turns: work is polled, and what is to be sent leaves. There is one after each batch of datagrams and each
 * command, and one at the deadline of the work that is due first; while nothing waits there are none. Event loop only.
 */
final class LaneTurns
{
    private final EventLoop eventLoop;
    private final NanoClock clock;
    private final List<TimedWork> work;
    private final List<Link> links;
    private final ErrorHandler errorHandler;
    private final LaneStalls stalls;
    private ScheduledFuture<?> alarm;
    private long alarmNs;

    LaneTurns(
        final EventLoop eventLoop,
        final NanoClock clock,
        final List<TimedWork> work,
        final List<Link> links,
        final ErrorHandler errorHandler,
        final LaneStalls stalls)
    {
        this.eventLoop = eventLoop;
        this.clock = clock;
        this.work = work;
        this.links = links;
        this.errorHandler = errorHandler;
        this.stalls = stalls;
    }

    /** Takes one; what work throws is told to the error handler, and keeps nobody else from its work. */
    void turn()
    {
        final long nowNs = clock.nanoTime();
        for (int i = 0; i < work.size(); i++)
        {
            try
            {
                work.get(i).poll(nowNs);
            }
            catch (final RuntimeException | Error ex)
            {
                errorHandler.onError(ex);
            }
        }
        for (int i = 0; i < links.size(); i++)
        {
            links.get(i).flush();
        }
        arm();
    }

    /** An alarm that is too early is left: it sets the next one. */
    private void arm()
    {
        final long deadlineNs = nextDeadlineNs();
        if (deadlineNs == TimedWork.NO_DEADLINE || alarm != null && deadlineNs - alarmNs >= 0 ||
            eventLoop.isShuttingDown())
        {
            return;
        }
        if (alarm != null)
        {
            alarm.cancel(false);
        }
        alarmNs = deadlineNs;
        // What is due already waits for it too: datagrams that have come meanwhile are taken in between.
        alarm = eventLoop.schedule(
            this::onAlarm, Math.max(0, deadlineNs - clock.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void onAlarm()
    {
        alarm = null;
        stalls.begin();
        turn();
        stalls.end(LaneStalls.Work.TIMERS);
    }

    private long nextDeadlineNs()
    {
        long soonestNs = TimedWork.NO_DEADLINE;
        for (int i = 0; i < work.size(); i++)
        {
            final long deadlineNs = work.get(i).nextDeadlineNs();
            if (deadlineNs != TimedWork.NO_DEADLINE &&
                (soonestNs == TimedWork.NO_DEADLINE || deadlineNs - soonestNs < 0))
            {
                soonestNs = deadlineNs;
            }
        }
        return soonestNs;
    }
}
