package io.roce.nic.work;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One event for the next completion of a queue, or for the next that is solicited, when somebody has asked for it. Any
 * thread asks; the lanes tell, and of several that could one does.
 */
final class CompletionEvent
{
    // In this order: who asks for more gets it, and who then asks for less takes nothing away.
    private static final int NONE = 0;
    private static final int SOLICITED = 1;
    private static final int NEXT = 2;

    private final AtomicInteger awaited = new AtomicInteger(NONE);
    private final Runnable handler;

    CompletionEvent(final Runnable handler)
    {
        this.handler = Objects.requireNonNull(handler, "onEvent");
    }

    void request(final boolean isSolicitedOnly)
    {
        awaited.accumulateAndGet(isSolicitedOnly ? SOLICITED : NEXT, Math::max);
    }

    /** Completions can be polled, one of which is solicited or none. Lane. */
    void onAdded(final boolean isSolicited)
    {
        final int enough = isSolicited ? SOLICITED : NEXT;
        int asked = awaited.get();
        while (asked >= enough)
        {
            if (awaited.compareAndSet(asked, NONE))
            {
                handler.run();
                return;
            }
            asked = awaited.get();      // more was asked for meanwhile, or another lane has told
        }
    }
}
