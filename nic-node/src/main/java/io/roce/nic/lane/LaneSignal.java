package io.roce.nic.lane;

import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Something to be done on the lane's thread, asked for by others without an answer. However often it is raised before
 * it is done, it is done once; nothing is allocated.
 */
public final class LaneSignal
{
    private final Executor lane;
    private final Runnable action;
    private final AtomicBoolean isRaised = new AtomicBoolean();
    private final Runnable onLane = this::run;

    /**
     * @param lane   runs what it is given on the lane's thread.
     * @param action must not throw.
     */
    public LaneSignal(final Executor lane, final Runnable action)
    {
        this.lane = lane;
        this.action = action;
    }

    /**
     * The action runs after this, and sees what the calling thread did before. Any thread.
     *
     * @throws RejectedExecutionException when the lane has ended.
     */
    public void raise()
    {
        // What the caller has published comes before the look at the flag, whatever it was published by.
        VarHandle.fullFence();
        if (!isRaised.get() && isRaised.compareAndSet(false, true))
        {
            execute();
        }
    }

    private void execute()
    {
        try
        {
            lane.execute(onLane);
        }
        catch (final RejectedExecutionException ex)
        {
            isRaised.set(false);    // whoever raises it next is told too
            throw ex;
        }
    }

    private void run()
    {
        isRaised.set(false);
        VarHandle.fullFence();
        action.run();
    }
}
