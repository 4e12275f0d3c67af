package io.roce.nic;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Asks again until the answer is right; each question is a round trip to another thread, so nothing spins. */
public final class Await
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    private Await()
    {
    }

    public static <T> T until(final Callable<T> question, final Predicate<T> isRight) throws Exception
    {
        final long startNs = System.nanoTime();
        T answer = question.call();
        while (!isRight.test(answer))
        {
            if (System.nanoTime() - startNs > TIMEOUT_NS)
            {
                fail("still not right: " + answer);
            }
            answer = question.call();
        }
        return answer;
    }
}
