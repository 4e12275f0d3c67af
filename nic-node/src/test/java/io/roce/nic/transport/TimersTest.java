package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.TimedWork;
import io.roce.nic.qp.QpType;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TimersTest
{
    private final RequesterFixture node = new RequesterFixture();
    private final Timers timers = new Timers();

    TimersTest() throws VerbsException
    {
    }

    @Test
    void shouldExpireAtTheTimeItWasLastArmedFor() throws VerbsException
    {
        final ServedQp qp = node.qp(QpType.RC);
        final List<Long> expired = new ArrayList<>();
        timers.arm(qp, 100);
        timers.arm(qp, 300);
        timers.arm(qp, 200);
        for (long now = 0; now < 400; now++)
        {
            final long at = now;
            timers.poll(now, (timer, epoch) -> expired.add(at));
        }

        assertEquals(List.of(200L), expired);
        assertEquals(TimedWork.NO_DEADLINE, timers.nextDeadlineNs());
    }

    /** Against a list, over a history of everything that can be done; the clock passes over its largest value. */
    @Test
    void shouldExpireAsAListOfDeadlinesSays() throws VerbsException
    {
        final SplittableRandom random = new SplittableRandom(7);
        final int count = 100;
        final ServedQp[] qps = new ServedQp[count];
        final Long[] deadlines = new Long[count];
        for (int i = 0; i < count; i++)
        {
            qps[i] = node.qp(QpType.RC);
        }

        long now = Long.MAX_VALUE - 50_000;
        int total = 0;
        for (int round = 0; round < 20_000; round++)
        {
            final int i = random.nextInt(count);
            switch (random.nextInt(5))
            {
                case 0 ->
                {
                    timers.disarm(qps[i]);
                    deadlines[i] = null;
                }
                case 1 ->
                {
                    timers.cancel(qps[i]);
                    deadlines[i] = null;
                }
                case 2 ->
                {
                    now += random.nextInt(20);
                    final TreeSet<Integer> expected = new TreeSet<>();
                    for (int j = 0; j < count; j++)
                    {
                        if (deadlines[j] != null && deadlines[j] - now <= 0)
                        {
                            expected.add(qps[j].qpn);
                            deadlines[j] = null;
                        }
                    }
                    final TreeSet<Integer> expired = new TreeSet<>();
                    timers.poll(now, (qp, epoch) -> assertTrue(expired.add(qp.qpn)));
                    assertEquals(expected, expired);
                    total += expired.size();
                }
                default ->
                {
                    deadlines[i] = now + 1 + random.nextInt(400);
                    timers.arm(qps[i], deadlines[i]);
                }
            }
            for (final Long deadline : deadlines)
            {
                assertTrue(deadline == null || timers.nextDeadlineNs() - deadline <= 0);
            }
        }
        assertTrue(total > 1_000, total + " expired");
    }
}
