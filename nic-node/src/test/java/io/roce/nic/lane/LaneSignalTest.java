package io.roce.nic.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneSignalTest
{
    private static final int THREADS = 4;
    private static final int RAISES = 100_000;
    private static final int ROUNDS = 20_000;

    private final Queue<Runnable> lane = new ArrayDeque<>();
    private int runs;

    @Test
    void shouldRunOnceHoweverOftenItIsRaisedBefore()
    {
        final LaneSignal signal = new LaneSignal(lane::add, () -> runs++);
        signal.raise();
        signal.raise();
        signal.raise();

        assertEquals(1, lane.size());
        lane.remove().run();
        assertEquals(1, runs);
    }

    @Test
    void shouldRunAgainWhenItIsRaisedAgain()
    {
        final LaneSignal signal = new LaneSignal(lane::add, () -> runs++);
        signal.raise();
        lane.remove().run();
        signal.raise();
        lane.remove().run();

        assertEquals(2, runs);
    }

    /** What comes up while it is done may have been missed, so it is done again. */
    @Test
    void shouldRunAgainWhenItIsRaisedWhileItRuns()
    {
        final LaneSignal[] signal = new LaneSignal[1];
        signal[0] = new LaneSignal(lane::add, () ->
        {
            if (runs++ == 0)
            {
                signal[0].raise();
            }
        });
        signal[0].raise();
        lane.remove().run();
        assertEquals(1, lane.size());
        lane.remove().run();

        assertEquals(2, runs);
        assertEquals(0, lane.size());
    }

    @Test
    void shouldTellEveryCallerThatTheLaneHasEnded()
    {
        final LaneSignal signal = new LaneSignal(
            task ->
            {
                throw new RejectedExecutionException();
            },
            () -> runs++);

        assertThrows(RejectedExecutionException.class, signal::raise);
        assertThrows(RejectedExecutionException.class, signal::raise);
        assertEquals(0, runs);
    }

    /** Each thread writes a plain number and raises: when all is done, the action has seen the last of each. */
    @Test
    void shouldSeeWhatWasWrittenBeforeTheLastRaise() throws Exception
    {
        final ExecutorService loop = Executors.newSingleThreadExecutor();
        final int[] written = new int[THREADS];
        final int[] seen = new int[THREADS];
        final AtomicInteger ran = new AtomicInteger();
        final LaneSignal signal = new LaneSignal(loop, () ->
        {
            System.arraycopy(written, 0, seen, 0, THREADS);
            ran.incrementAndGet();
        });
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++)
        {
            final int own = i;
            threads.add(new Thread(() ->
            {
                for (int j = 1; j <= RAISES; j++)
                {
                    written[own] = j;
                    signal.raise();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (final Thread thread : threads)
        {
            thread.join();
        }
        loop.shutdown();
        assertTrue(loop.awaitTermination(20, TimeUnit.SECONDS));

        for (int i = 0; i < THREADS; i++)
        {
            assertEquals(RAISES, seen[i]);
        }
        assertTrue(ran.get() <= THREADS * RAISES, ran::toString);
    }

    /** One raise after the other, each waited for: a raise that was lost would never be answered. */
    @Test
    void shouldLoseNoRaise() throws Exception
    {
        final ExecutorService loop = Executors.newSingleThreadExecutor();
        final AtomicInteger asked = new AtomicInteger();
        final AtomicInteger answered = new AtomicInteger();
        final LaneSignal signal = new LaneSignal(loop, () -> answered.setRelease(asked.getAcquire()));
        for (int i = 1; i <= ROUNDS; i++)
        {
            asked.setRelease(i);
            signal.raise();
            // Now and then the next raise comes while the action runs.
            while (i % 3 != 0 && answered.getAcquire() < i)
            {
                Thread.yield();
            }
        }
        while (answered.getAcquire() < ROUNDS)
        {
            Thread.yield();
        }
        loop.shutdown();

        assertTrue(loop.awaitTermination(20, TimeUnit.SECONDS));
    }
}
