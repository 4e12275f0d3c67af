package io.roce.nic.jfr;

import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpState;

/** Tells Flight Recorder of the life of queue pairs. Any thread. */
public final class QueuePairEvents
{
    /** Says whether anybody records, and is never recorded itself. */
    private static final QueuePairEvent PROBE = new QueuePairEvent();

    private QueuePairEvents()
    {
    }

    /** Whether anybody records, so that what costs something to find out is worth it. */
    public static boolean isEnabled()
    {
        return PROBE.isEnabled();
    }

    public static void onCreated(final QpContext qp)
    {
        if (isEnabled())
        {
            commit(QueuePairStep.CREATED, qp, null, qp.state());
        }
    }

    /** @param from the state before. */
    public static void onModified(final QpContext qp, final QpState from)
    {
        if (isEnabled())
        {
            commit(QueuePairStep.MODIFIED, qp, from, qp.state());
        }
    }

    /** @param from the state before. */
    public static void onFailed(final QpContext qp, final QpState from)
    {
        if (isEnabled())
        {
            commit(QueuePairStep.FAILED, qp, from, qp.state());
        }
    }

    /** Before its record goes. */
    public static void onDestroyed(final QpContext qp)
    {
        if (isEnabled())
        {
            commit(QueuePairStep.DESTROYED, qp, qp.state(), null);
        }
    }

    /** The number may be given again. */
    public static void onReleased(final int qpn)
    {
        if (isEnabled())
        {
            final QueuePairEvent event = new QueuePairEvent();
            event.step = QueuePairStep.RELEASED.name();
            event.qpn = qpn;
            event.commit();
        }
    }

    private static void commit(final QueuePairStep step, final QpContext qp, final QpState from, final QpState to)
    {
        final QueuePairEvent event = new QueuePairEvent();
        event.step = step.name();
        event.qpn = qp.qpn();
        event.type = qp.type().name();
        event.generation = qp.generation();
        event.epoch = qp.epoch();
        event.fromState = from == null ? null : from.name();
        event.toState = to == null ? null : to.name();
        event.commit();
    }
}
