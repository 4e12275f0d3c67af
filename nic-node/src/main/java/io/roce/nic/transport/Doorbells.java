package io.roce.nic.transport;

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

    /** Those there is room for again come behind the others. */
    void callWaiting()
    {
        for (int i = waiting.size(); i > 0; i--)
        {
            final ServedQp qp = waiting.pollFirst();
            (qp.isWritable() ? due : waiting).addLast(qp);
        }
    }

    /** How many wait for their turn, and for nothing else. */
    int size()
    {
        return due.size();
    }
}
