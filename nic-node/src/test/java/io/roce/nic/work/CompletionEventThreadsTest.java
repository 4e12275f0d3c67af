package io.roce.nic.work;

import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A program that finds nothing asks for an event, polls once more and waits for it, while the lane adds and waits until
 * what it added was polled: an event that is missed leaves both waiting.
 */
@Timeout(120)
class CompletionEventThreadsTest
{
    private static final int ROUNDS = 40_000;
    private static final int MAX_SPINS = 200;

    /** Seconds. */
    private static final int A_LONG_TIME = 20;

    private final Semaphore events = new Semaphore(0);
    private volatile int polled;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellWhoeverWaits(final boolean isSolicitedOnly) throws Exception
    {
        final CompletionQueue cq = new CompletionQueue(4, events::release);
        final AddingLane lane = new AddingLane(cq, isSolicitedOnly);
        final WaitingProgram program = new WaitingProgram(cq, isSolicitedOnly);
        new TwoThreads().run(lane, program);

        assertEquals(ROUNDS, polled);
        assertTrue(program.waits > 0, "it was never too early");
    }

    private final class AddingLane implements TwoThreads.Side
    {
        private final CompletionQueue cq;
        private final boolean isSolicited;
        private final SplittableRandom random = new SplittableRandom(1);
        private final WorkCompletion completion = new WorkCompletion();
        private int added;

        AddingLane(final CompletionQueue cq, final boolean isSolicited)
        {
            this.cq = cq;
            this.isSolicited = isSolicited;
        }

        /** Now and then what is waited for is taken out and added again, with what is in front of it gone. */
        @Override
        public boolean step()
        {
            if (polled < added)
            {
                Thread.onSpinWait();
                return true;
            }
            if (added == ROUNDS)
            {
                return false;
            }

            spin(random);
            final boolean isBehindAnother = random.nextInt(4) == 0;
            if (isBehindAnother)
            {
                cq.add(completion.wrId(-1).qp(0x12, added).solicited(false));
            }
            cq.add(completion.wrId(added).qp(0x11, 0).solicited(isSolicited));
            if (isBehindAnother)
            {
                cq.removeOf(0x12, added);
            }
            added++;
            return true;
        }
    }

    private final class WaitingProgram implements TwoThreads.Side
    {
        private final CompletionQueue cq;
        private final boolean isSolicitedOnly;
        private final SplittableRandom random = new SplittableRandom(2);
        private final WorkCompletion completion = new WorkCompletion();
        private int next;
        private int waits;

        WaitingProgram(final CompletionQueue cq, final boolean isSolicitedOnly)
        {
            this.cq = cq;
            this.isSolicitedOnly = isSolicitedOnly;
        }

        @Override
        public boolean step() throws InterruptedException
        {
            spin(random);
            if (!poll())
            {
                events.drainPermits();
                cq.reqNotify(isSolicitedOnly);
                if (!poll())
                {
                    waits++;
                    assertTrue(events.tryAcquire(A_LONG_TIME, TimeUnit.SECONDS), () -> "no event for " + next);
                }
            }
            return next < ROUNDS;
        }

        private boolean poll()
        {
            if (!cq.poll(completion))
            {
                return false;
            }
            if (completion.wrId() >= 0)
            {
                assertEquals(next, completion.wrId());
                polled = ++next;
            }
            return true;
        }
    }

    private static void spin(final SplittableRandom random)
    {
        for (int i = random.nextInt(MAX_SPINS); i > 0; i--)
        {
            Thread.onSpinWait();
        }
    }
}
