package io.roce.nic.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One completion queue that three lanes add to and one thread polls. */
@Timeout(60)
class CompletionQueueOfLanesTest
{
    private static final int LANES = 3;
    private static final int COUNT = 100_000;
    private static final int CQE = 64;

    private final CompletionQueues first = new CompletionQueues(4);
    private final List<CompletionQueues> all =
        List.of(first, first.ofAnotherLane(), first.ofAnotherLane());

    @Test
    void shouldPollWhatEachLaneHasAddedInItsOrder() throws Exception
    {
        final AtomicInteger events = new AtomicInteger();
        final CompletionQueue cq = first.createCq(CQE, events::incrementAndGet);
        final List<Thread> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++)
        {
            final CompletionQueue own = all.get(lane).own(cq);
            final int qpn = lane;
            lanes.add(new Thread(() -> addAll(own, qpn)));
        }
        lanes.forEach(Thread::start);

        final int[] next = new int[LANES];
        final WorkCompletion completion = new WorkCompletion();
        int polled = 0;
        int asked = 0;
        while (polled < LANES * COUNT)
        {
            if (!cq.poll(completion))
            {
                cq.reqNotify(false);
                asked++;
                continue;
            }
            assertEquals(next[completion.qpn()]++, completion.wrId());
            polled++;
        }
        for (final Thread lane : lanes)
        {
            lane.join();
        }
        assertFalse(cq.poll(completion));
        assertFalse(cq.isOverflowed());
        assertTrue(events.get() <= asked, events + " events, asked for " + asked);
    }

    @Test
    void shouldHaveTheSameQueuesInAllLanes() throws VerbsException
    {
        final CompletionQueue cq = first.createCq(CQE, () -> { });

        for (final CompletionQueues lane : all)
        {
            assertSame(cq, lane.get(cq.handle()));
        }
        assertSame(cq, first.own(cq));
        final CompletionQueue part = all.get(2).own(cq);
        assertSame(part, all.get(2).own(cq));
        assertEquals(cq.handle(), part.handle());
        all.get(2).addUse(part);
        first.addUse(cq);
        assertEquals(2, first.figures(cq.handle()).workQueues());
        assertEquals(
            "completion queue 1 has 2 work queues",
            assertThrows(VerbsException.class, () -> first.destroyCq(cq)).getMessage());
        first.removeUse(cq);
        all.get(2).removeUse(part);
        first.destroyCq(cq);
        for (final CompletionQueues lane : all)
        {
            assertThrows(VerbsException.class, () -> lane.require(cq));
        }
    }

    @Test
    void shouldTellWhenTheRoomOfOneLaneIsFull() throws VerbsException
    {
        final AtomicInteger events = new AtomicInteger();
        final CompletionQueue cq = first.createCq(2, events::incrementAndGet);
        final CompletionQueue part = all.get(1).own(cq);
        assertTrue(part.add(completion(5, 0)) && part.add(completion(5, 1)));
        cq.reqNotify(true);

        assertFalse(part.add(completion(5, 2)));

        assertEquals(1, events.get());
        assertTrue(cq.isOverflowed());
        assertEquals(1, first.figures(cq.handle()).lost());
        assertEquals(2, first.figures(cq.handle()).completions());
        assertEquals(2, part.removeOf(5, 1));
        assertFalse(cq.poll(new WorkCompletion()));
    }

    private static void addAll(final CompletionQueue own, final int qpn)
    {
        for (int i = 0; i < COUNT; i++)
        {
            while (own.size() == CQE)
            {
                Thread.onSpinWait();
            }
            own.add(completion(qpn, i));
        }
    }

    private static WorkCompletion completion(final int qpn, final long wrId)
    {
        return new WorkCompletion().wrId(wrId).qp(qpn, 1);
    }
}
