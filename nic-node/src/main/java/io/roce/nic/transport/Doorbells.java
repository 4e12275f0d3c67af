package io.roce.nic.transport;

import java.util.ArrayDeque;

/**
 * The queue pairs that have something to send, in the order in which they said so; each once. A doorbell is rung in an
 * epoch, and is of no use in the next. Lane thread only.
 */
final class Doorbells
{
    private final ArrayDeque<ServedQp> due = new ArrayDeque<>();

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

    /** How many wait for their turn. */
    int size()
    {
        return due.size();
    }
}
