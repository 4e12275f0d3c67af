package io.roce.nic.work;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Queue pairs come and go while their completions are polled. Each life of a queue pair counts its completions from 0:
 * a poll must find them without gap and in order, and none of a life whose removal had ended before the poll began.
 */
@Timeout(60)
class CompletionQueueThreadsTest
{
    private static final int QPS = 3;
    private static final int ROUNDS = 1_000_000;

    private final AtomicLongArray removedLives = new AtomicLongArray(QPS);
    private final AtomicLong polledCount = new AtomicLong();
    private final AtomicLong finalCount = new AtomicLong(Long.MAX_VALUE);

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "4, 5", "16, 10", "64, 200"})
    void shouldNotFindWhatWasTakenOutAndEverythingElseInOrder(final int cqe, final int addsForARemoval)
        throws Exception
    {
        final CompletionQueue cq = new CompletionQueue(cqe, () -> { });
        final AddingLane lane = new AddingLane(cq, addsForARemoval);
        final PollingProgram program = new PollingProgram(cq);
        new TwoThreads().run(lane, program);

        assertEquals(0, cq.lost());
        assertEquals(lane.added, lane.removed + polledCount.get());
        assertTrue(lane.removed > 0 && polledCount.get() > 0);
    }

    private final class AddingLane implements TwoThreads.Side
    {
        private final CompletionQueue cq;
        private final int addsForARemoval;
        private final SplittableRandom random = new SplittableRandom(1);
        private final WorkCompletion completion = new WorkCompletion();
        private final long[] lives = {1, 1, 1};
        private final long[] counts = new long[QPS];
        private long rounds;
        private long added;
        private long removed;

        AddingLane(final CompletionQueue cq, final int addsForARemoval)
        {
            this.cq = cq;
            this.addsForARemoval = addsForARemoval;
        }

        @Override
        public boolean step()
        {
            final int qpn = random.nextInt(QPS);
            if (random.nextInt(addsForARemoval) == 0)
            {
                removed += cq.removeOf(qpn, lives[qpn]);
                removedLives.set(qpn, lives[qpn]);
                lives[qpn]++;
                counts[qpn] = 0;
            }
            else if (added - removed - polledCount.get() < cq.capacity())
            {
                assertTrue(cq.add(completion.wrId(counts[qpn]++).byteLen(qpn ^ lives[qpn]).qp(qpn, lives[qpn])));
                added++;
            }
            else if (random.nextInt(4) == 0)
            {
                Thread.yield();
            }

            final boolean isDone = ++rounds == ROUNDS;
            if (isDone)
            {
                finalCount.set(added - removed);
            }
            return !isDone;
        }
    }

    private final class PollingProgram implements TwoThreads.Side
    {
        private final CompletionQueue cq;
        private final SplittableRandom random = new SplittableRandom(2);
        private final WorkCompletion completion = new WorkCompletion();
        private final long[] removedBefore = new long[QPS];
        private final long[] lives = new long[QPS];
        private final long[] counts = new long[QPS];

        PollingProgram(final CompletionQueue cq)
        {
            this.cq = cq;
        }

        @Override
        public boolean step()
        {
            for (int qpn = 0; qpn < QPS; qpn++)
            {
                removedBefore[qpn] = removedLives.get(qpn);
            }
            if (!cq.poll(completion))
            {
                if (random.nextInt(4) == 0)
                {
                    Thread.yield();
                }
                return polledCount.get() < finalCount.get();
            }

            final int qpn = completion.qpn();
            final long life = completion.generation();
            assertTrue(life > removedBefore[qpn], "of a life that had ended");
            assertTrue(life >= lives[qpn], "of an earlier life");
            if (life > lives[qpn])
            {
                lives[qpn] = life;
                counts[qpn] = 0;
            }
            assertEquals(counts[qpn]++, completion.wrId());
            assertEquals(qpn ^ life, completion.byteLen());
            polledCount.incrementAndGet();
            return true;
        }
    }
}
