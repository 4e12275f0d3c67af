package io.roce.nic.transport;

import io.roce.nic.link.TimedWork;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpState;
import io.roce.nic.work.SendQueue;

/**
 * Gives the queue pairs that rang their turns, one after the other: so many responses and so many requests each, then
 * the next. Whoever has more comes again behind the others; whoever finds no room on its way out waits for a poll when
 * there is. Lane thread only.
 */
final class TransmitScheduler implements TimedWork, Timers.Handler
{
    /** Responses, and requests, of one turn. */
    static final int PACKETS_PER_TURN = 16;

    /** After which whoever is left waits for the next poll, so that what arrives meanwhile gets its turn too. */
    static final int PACKETS_PER_POLL = 256;

    private final QpResolver resolver;
    private final Services services;
    private final Timers timers;
    private final RcRequester rcRequester;
    private final UcRequester ucRequester;
    private final UdRequester udRequester;
    private final Responder responder;
    private long staleDoorbells;

    /** @param responder of all transports. */
    TransmitScheduler(
        final QpResolver resolver,
        final Services services,
        final Timers timers,
        final RcRequester rcRequester,
        final UcRequester ucRequester,
        final UdRequester udRequester,
        final Responder responder)
    {
        this.resolver = resolver;
        this.services = services;
        this.timers = timers;
        this.rcRequester = rcRequester;
        this.ucRequester = ucRequester;
        this.udRequester = udRequester;
        this.responder = responder;
    }

    @Override
    public long nextDeadlineNs()
    {
        if (services.doorbells().size() > 0 || services.writer().isFlushDue())
        {
            return services.clock().nanoTime();
        }
        final long timerNs = timers.nextDeadlineNs();
        final long pauseEndNs = services.doorbells().pauseEndNs();
        return timerNs == NO_DEADLINE || pauseEndNs != NO_DEADLINE && pauseEndNs - timerNs < 0 ? pauseEndNs : timerNs;
    }

    /**
     * {@inheritDoc} Then lets leave what has been sent since the last time, by whatever came in too.
     *
     * @return timers that expired and turns that were taken.
     */
    @Override
    public int poll(final long nowNs)
    {
        int done = timers.poll(nowNs, this);
        int packets = 0;
        services.doorbells().endPauses(nowNs);
        services.doorbells().callWaiting();
        for (int turns = services.doorbells().size(); turns > 0 && packets < PACKETS_PER_POLL; turns--)
        {
            final ServedQp qp = services.doorbells().poll();
            final QpContext context = resolver.resolve(qp.qpn, qp.generation, qp.dueEpoch);
            if (context == null)
            {
                staleDoorbells++;
            }
            else if (!qp.isWritable())
            {
                services.doorbells().await(qp);
            }
            else
            {
                packets += turn(qp, context.state());
                done++;
            }
        }
        services.writer().flush();
        return done;
    }

    @Override
    public void onTimer(final ServedQp qp, final int epoch)
    {
        final QpContext context = resolver.resolve(qp.qpn, qp.generation, epoch);
        if (context != null && (context.state() == QpState.RTS || context.state() == QpState.SQD))
        {
            rcRequester.onTimer(qp);
        }
    }

    /**
     * The queue pair was taken to SQD.
     *
     * @param context of it.
     */
    void onSqd(final ServedQp qp, final QpContext context)
    {
        context.sqDraining(hasStarted(qp.sendQueue));
        services.doorbells().ring(qp);
    }

    /** Doorbells of queue pairs that were no more, or in another epoch, when their turn came. */
    long staleDoorbells()
    {
        return staleDoorbells;
    }

    private int turn(final ServedQp qp, final QpState state)
    {
        return switch (state)
        {
            case RESET, INIT -> 0;
            case RTR -> respond(qp);
            // What sends may fail the queue pair, which then has nothing to respond either.
            case RTS -> send(qp, true) + respond(qp);
            case SQD -> drain(qp) + respond(qp);
            case SQE ->
            {
                qp.sendQueue.flush();
                yield respond(qp);
            }
            case ERR ->
            {
                qp.sendQueue.flush();
                qp.recvQueue.flush();
                yield 0;
            }
        };
    }

    private int respond(final ServedQp qp)
    {
        return responder.respond(qp, PACKETS_PER_TURN);
    }

    private int send(final ServedQp qp, final boolean mayStart)
    {
        final Requester requester = switch (qp.type)
        {
            case RC -> rcRequester;
            case UC -> ucRequester;
            case UD -> udRequester;
        };
        final int sent = requester.send(qp, mayStart, PACKETS_PER_TURN);
        if (sent == PACKETS_PER_TURN)
        {
            services.doorbells().ring(qp);
        }
        return sent;
    }

    private int drain(final ServedQp qp)
    {
        final int sent = send(qp, false);
        // Asked for anew: it may have failed meanwhile.
        final QpContext context = resolver.resolve(qp.qpn, qp.generation, qp.epoch);
        if (context != null && context.isSqDraining() && !hasStarted(qp.sendQueue))
        {
            context.sqDraining(false);
        }
        return sent;
    }

    private static boolean hasStarted(final SendQueue queue)
    {
        return !queue.isEmpty() && queue.get(queue.head()).isStarted();
    }
}
