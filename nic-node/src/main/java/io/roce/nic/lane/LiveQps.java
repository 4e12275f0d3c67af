package io.roce.nic.lane;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsException;

import java.util.concurrent.atomic.AtomicInteger;

/** How many queue pairs live, in all lanes of a node together, and how many may. Any thread. */
public final class LiveQps
{
    private final int max;
    private final AtomicInteger live = new AtomicInteger();

    /** @param max at least 1. */
    public LiveQps(final int max)
    {
        this.max = max;
    }

    /** Refuses a number of queue pairs that is none, or for which there is no room beside those that live. */
    void requireRoom(final int count) throws VerbsException
    {
        requireRoom(count, live.get());
    }

    /** So many begin to live, or are refused as by {@link #requireRoom}. */
    void add(final int count) throws VerbsException
    {
        int before = live.get();
        requireRoom(count, before);
        while (!live.compareAndSet(before, before + count))
        {
            before = live.get();
            requireRoom(count, before);
        }
    }

    /** So many do not live any more, or never came to. */
    void remove(final int count)
    {
        live.addAndGet(-count);
    }

    int live()
    {
        return live.get();
    }

    int max()
    {
        return max;
    }

    private void requireRoom(final int count, final int living) throws VerbsException
    {
        if (count < 1)
        {
            throw VerbsException.outOfRange("count", count, 1, max, NumberForm.DECIMAL);
        }
        if (count > max - living)
        {
            throw Refusals.tableFull(
                "%d live, %d more asked for, at most %d can live at once".formatted(living, count, max),
                living, max, count);
        }
    }
}
