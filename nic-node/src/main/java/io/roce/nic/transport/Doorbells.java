package io.roce.nic.transport;

import java.util.ArrayDeque;

/** The queue pairs that have something to send, in the order in which they said so; each once. Lane thread only. */
final class Doorbells
{
    private final ArrayDeque<ServedQp> due = new ArrayDeque<>();

    /** It has something to send. */
    void ring(final ServedQp qp)
    {
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
}
