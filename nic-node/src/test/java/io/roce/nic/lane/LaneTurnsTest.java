package io.roce.nic.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.embedded.EmbeddedChannel;
import io.roce.nic.jfr.LaneStalls;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.MemoryLink;
import io.roce.nic.link.TimedWork;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

/** Turns on an event loop whose time stands still until it is moved. */
class LaneTurnsTest
{
    private static final long NOTHING_SCHEDULED = -1;
    private static final long START_NS = 1_000_000;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final MemoryLink link = new MemoryLink(new GidEntry(1, 0, new InetSocketAddress("10.0.0.2", 4791)));
    private final List<String> polls = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final Work first = new Work("first");
    private final Work second = new Work("second");
    private final LaneTurns turns =
        new LaneTurns(channel.eventLoop(), clock, List.of(first, second), List.of(link), errors::add, new LaneStalls());

    LaneTurnsTest()
    {
        channel.freezeTime();
        clock.update(START_NS);
    }

    @Test
    void shouldScheduleNothingWhileNothingWaits()
    {
        turns.turn();
        assertEquals(List.of("first at 0", "second at 0"), polls);
        assertEquals(NOTHING_SCHEDULED, channel.runScheduledPendingTasks());
    }

    @Test
    void shouldComeBackAtTheSoonestDeadline()
    {
        first.deadlineNs = START_NS + 500;
        second.deadlineNs = START_NS + 300;
        turns.turn();
        polls.clear();

        assertEquals(300, channel.runScheduledPendingTasks());
        advance(299);
        assertEquals(List.of(), polls);
        advance(1);
        assertEquals(List.of("first at 300", "second at 300"), polls);
        assertEquals(200, channel.runScheduledPendingTasks());
        advance(200);
        assertEquals(NOTHING_SCHEDULED, channel.runScheduledPendingTasks());
        assertEquals(4, polls.size());
    }

    @Test
    void shouldComeSoonerWhenSomethingSoonerComesUp()
    {
        first.deadlineNs = START_NS + 500;
        turns.turn();
        second.deadlineNs = START_NS + 100;
        turns.turn();

        assertEquals(100, channel.runScheduledPendingTasks());
        advance(100);
        assertEquals(400, channel.runScheduledPendingTasks());
    }

    /** One alarm is enough, and one that comes too early sets the next. */
    @Test
    void shouldNotSetTheAlarmAgainWhenTheDeadlineIsPutOff()
    {
        first.deadlineNs = START_NS + 100;
        turns.turn();
        first.deadlineNs = START_NS + 900;
        turns.turn();
        assertEquals(100, channel.runScheduledPendingTasks());
        advance(100);
        assertEquals(800, channel.runScheduledPendingTasks());
    }

    /** What arrives meanwhile gets its turn: the loop looks at its sockets before it runs what is scheduled. */
    @Test
    void shouldLetTheLoopGoRoundBeforeWorkThatIsLeft()
    {
        first.isNeverDone = true;
        first.deadlineNs = START_NS;
        turns.turn();
        assertEquals(List.of("first at 0", "second at 0"), polls);

        first.isNeverDone = false;
        assertEquals(NOTHING_SCHEDULED, channel.runScheduledPendingTasks());
        assertEquals(4, polls.size());
    }

    @Test
    void shouldFlushWhatWorkHasSent()
    {
        link.send(new RoceDatagram(), new InetSocketAddress("10.0.0.3", 4791), 4791);
        assertEquals(0, link.egressFigures().sent());
        turns.turn();
        assertEquals(1, link.egressFigures().sent());
    }

    @Test
    void shouldGoOnWhenWorkFails()
    {
        first.failure = new IllegalStateException("defect");
        second.deadlineNs = START_NS + 100;
        turns.turn();

        assertEquals(List.of(first.failure), errors);
        assertEquals(List.of("second at 0"), polls);
        assertEquals(100, channel.runScheduledPendingTasks());
    }

    private void advance(final long ns)
    {
        clock.advance(ns);
        channel.advanceTimeBy(ns, TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    /** Waits for one deadline. */
    private final class Work implements TimedWork
    {
        private final String name;
        private long deadlineNs = NO_DEADLINE;
        private boolean isNeverDone;
        private RuntimeException failure;

        private Work(final String name)
        {
            this.name = name;
        }

        @Override
        public long nextDeadlineNs()
        {
            return deadlineNs;
        }

        @Override
        public int poll(final long nowNs)
        {
            if (failure != null)
            {
                throw failure;
            }
            polls.add(name + " at " + (nowNs - START_NS));
            if (deadlineNs - nowNs > 0 || isNeverDone)
            {
                return 0;
            }
            deadlineNs = NO_DEADLINE;
            return 1;
        }
    }
}
