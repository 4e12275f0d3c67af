package io.roce.nic.transport;

import io.roce.nic.link.TimedWork;

import java.util.ArrayDeque;

/**
 * The queue pairs that have something to send, in the order in which they said so; each once. A doorbell is rung in an
 * epoch, and is of no use in the next. Lane thread only.
 */
final class Doorbells
{
    private final ArrayDeque<ServedQp> due = new ArrayDeque<>();

    /** Those whose turn came when there was no room for what they send. */
    private final ArrayDeque<ServedQp> waiting = new ArrayDeque<>();

    /** Those whose answers pause. All pauses are as long, so the first to begin is the first to end. */
    private final ArrayDeque<ServedQp> pausing = new ArrayDeque<>();

    /** It has something to send. */
    void ring(final ServedQp qp)
    {
        qp.dueEpoch = qp.epoch;
        if (!qp.isDue)
        {
            qp.isDue = true;
            due.addLast(qp);
        }
    }

    /** Whose turn it is; null when nobody's. */
    ServedQp poll()
    {
        final ServedQp qp = due.pollFirst();
        if (qp != null)
        {
            qp.isDue = false;
        }
        return qp;
    }

    /** Its turn has come and there is no room for what it sends: it gets another when there is. */
    void await(final ServedQp qp)
    {
        qp.isDue = true;
        waiting.addLast(qp);
    }

    /** Those there may be room for again come behind the others. */
    void callWaiting()
    {
        for (int i = waiting.size(); i > 0; i--)
        {
            final ServedQp qp = waiting.pollFirst();
            (qp.isWritable() ? due : waiting).addLast(qp);
        }
    }

    /** Its answers pause from now on. Not before the pause before has ended. */
    void pause(final ServedQp qp, final long nowNs)
    {
        qp.pauseEndNs = nowNs + AnswerPace.PAUSE_NS;
        pausing.addLast(qp);
    }

    /** When the next pause ends; {@link TimedWork#NO_DEADLINE} when there is none. */
    long pauseEndNs()
    {
        return pausing.isEmpty() ? TimedWork.NO_DEADLINE : pausing.peekFirst().pauseEndNs;
    }

    /** Pauses that are over end: whoever has something to answer gets a turn. */
    void endPauses(final long nowNs)
    {
        while (!pausing.isEmpty() && pausing.peekFirst().pauseEndNs - nowNs <= 0)
        {
            final ServedQp qp = pausing.pollFirst();
            qp.responder.pace.endPause();
            if (qp.responder.isResponding())
            {
                ring(qp);
            }
        }
    }

    /** How many wait for their turn, and for nothing else. */
    int size()
    {
        return due.size();
    }
}
