package io.roce.nic.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Polls that wait until something is added to one completion queue. Lane thread only. */
final class PollWaits
{
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

    /** Ends when something is added, on the lane's thread, or when the time is over, on another. */
    CompletableFuture<Void> await(final long timeoutNs)
    {
        waiting.removeIf(CompletableFuture::isDone);
        final CompletableFuture<Void> wait = new CompletableFuture<>();
        waiting.add(wait);
        return wait.completeOnTimeout(null, timeoutNs, TimeUnit.NANOSECONDS);
    }

    /** Something was added, or nothing will be any more. */
    void wake()
    {
        if (!waiting.isEmpty())
        {
            final List<CompletableFuture<Void>> woken = List.copyOf(waiting);
            waiting.clear();
            woken.forEach(wait -> wait.complete(null));
        }
    }
}
