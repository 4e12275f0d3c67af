package io.roce.nic.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Polls that wait until something is added to one completion queue. Any thread. */
final class PollWaits
{
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

    /** Ends when something is added, on a lane's thread, or when the time is over, on another. */
    synchronized CompletableFuture<Void> await(final long timeoutNs)
    {
        waiting.removeIf(CompletableFuture::isDone);
        final CompletableFuture<Void> wait = new CompletableFuture<>();
        waiting.add(wait);
        return wait.completeOnTimeout(null, timeoutNs, TimeUnit.NANOSECONDS);
    }

    /** Something was added, or nothing will be any more. */
    void wake()
    {
        takeAll().forEach(wait -> wait.complete(null));
    }

    private synchronized List<CompletableFuture<Void>> takeAll()
    {
        final List<CompletableFuture<Void>> woken = List.copyOf(waiting);
        waiting.clear();
        return woken;
    }
}
