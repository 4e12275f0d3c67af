package io.roce.nic.transport;

import io.roce.nic.jfr.QueuePairEvents;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpState;

import java.lang.invoke.VarHandle;

/** Takes queue pairs to their error states, and ends what is under way there. Lane thread only. */
final class QpFailures implements Failures
{
    private final QpResolver resolver;
    private final Timers timers;

    QpFailures(final QpResolver resolver, final Timers timers)
    {
        this.resolver = resolver;
        this.timers = timers;
    }

    @Override
    public void toErr(final ServedQp qp)
    {
        fail(qp, QpState.ERR);
        qp.state = QpState.ERR;
        onErr(qp);
    }

    @Override
    public void toSqe(final ServedQp qp)
    {
        fail(qp, QpState.SQE);
        qp.state = QpState.SQE;
        qp.sendQueue.flush();
    }

    private void fail(final ServedQp qp, final QpState to)
    {
        final QpContext context = resolver.resolve(qp.qpn);
        final QpState from = context.state();
        context.fail(to);
        QueuePairEvents.onFailed(context, from);
    }

    /** It is in ERR. */
    void onErr(final ServedQp qp)
    {
        timers.cancel(qp);
        qp.responder.stop();
        // The state is set before receives are flushed, as they are posted before the state is looked at.
        VarHandle.fullFence();
        qp.sendQueue.flush();
        qp.recvQueue.flush();
    }
}
