package io.roce.nic.jfr;

/** Tells Flight Recorder of a lane's turns, of which those that take long are recorded. Lane thread only. */
public final class LaneStalls
{
    /** Says whether anybody records, and is never recorded itself. */
    private final LaneStallEvent probe = new LaneStallEvent();

    /** Of the turn that has begun; null between turns, and while nobody records. */
    private LaneStallEvent turn;

    /** What a turn is taken up with. */
    public enum Work
    {
        /** Datagrams of a link. */
        RECEIVE_BATCH,
        COMMAND,
        /** What another thread has told of, as datagrams that were handed over, or requests that were posted. */
        SIGNAL,
        /** Work whose deadline has come. */
        TIMERS,
        /** The quarantine, now and then. */
        TICK
    }

    public void begin()
    {
        if (probe.isEnabled())
        {
            turn = new LaneStallEvent();
            turn.begin();
        }
    }

    public void end(final Work work)
    {
        end(work, null);
    }

    /** @param command whose class is told; null for other work. */
    public void end(final Work work, final Object command)
    {
        if (turn == null)
        {
            return;
        }

        turn.end();
        if (turn.shouldCommit())
        {
            turn.work = work.name();
            turn.command = command == null ? null : declaring(command.getClass().getName());
            turn.commit();
        }
        turn = null;
    }

    /** Of a lambda, the class that it stands in. */
    private static String declaring(final String name)
    {
        final int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }
}
