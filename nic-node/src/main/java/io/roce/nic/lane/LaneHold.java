package io.roce.nic.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Holds lanes between two datagrams while another one does something to all of them. What was done before in each is
 * seen, and what is done meanwhile is seen by each afterwards. Only one lane of a node may hold the others.
 */
final class LaneHold
{
    private static final long TIMEOUT_S = 5;

    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch missing;
    private final List<CompletableFuture<Void>> held = new ArrayList<>();

    private LaneHold(final int count)
    {
        missing = new CountDownLatch(count);
    }

    /**
     * Runs a command while the lanes wait. Not on the thread of one of them.
     *
     * @throws RejectedExecutionException when one of them is closed.
     * @throws IllegalStateException      when one of them does not come.
     */
    static <T> T whileHeld(final List<Lane> lanes, final Callable<T> command) throws Exception
    {
        final LaneHold hold = new LaneHold(lanes.size());
        try
        {
            lanes.forEach(hold::stop);
            hold.awaitAll();
            return command.call();
        }
        finally
        {
            hold.end.countDown();
        }
    }

    private void stop(final Lane lane)
    {
        final CompletableFuture<Void> future = lane.submit(() ->
        {
            missing.countDown();
            end.await();
            return null;
        });
        held.add(future);
        future.whenComplete((nothing, failure) -> missing.countDown());     // one that cannot come is not waited for
    }

    private void awaitAll() throws InterruptedException
    {
        if (!missing.await(TIMEOUT_S, TimeUnit.SECONDS))
        {
            throw new IllegalStateException(
                "a lane did not stop within " + TIMEOUT_S + " s: a command has not returned");
        }
        for (final CompletableFuture<Void> each : held)
        {
            if (each.isCompletedExceptionally())
            {
                throw new RejectedExecutionException("the lane is closed");
            }
        }
    }
}
