package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Ports;
import io.roce.nic.link.TimedWork;
import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpContext;
import io.roce.nic.qp.QpResolver;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.trace.FateReason;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.ScatterGather;
import io.roce.nic.work.SendQueue;
import io.roce.wire.packet.RoceDatagram;

import java.util.random.RandomGenerator;

import org.agrona.concurrent.NanoClock;

/**
 * Serves queue pairs: takes the packets that have passed admission, does what they ask for, and sends what is posted.
 * Queue pairs that were created without service are bare, and none of its business. Nothing is allocated for a packet.
 * Lane thread only.
 */
public final class Transport implements TimedWork
{
    /** Within a message each of so many packets asks for an acknowledgement, as its last does, and as in rxe; RC. */
    public static final int PACKETS_PER_ACK = 66;

    private final Resources resources;
    private final Services services;
    private final ServedQps qps = new ServedQps();
    private final Timers timers = new Timers();
    private final QpFailures failures;
    private final Connections connections;
    private final Responders responders;
    private final RcCompleter completer;
    private final TransmitScheduler scheduler;
    private final UdRoutes udRoutes;

    /**
     * @param ports    those that queue pairs may be at.
     * @param resolver of the queue pairs.
     * @param clock    that {@link #poll} is asked by.
     * @param profile  where implementations differ.
     */
    public Transport(
        final Ports ports,
        final Egresses egresses,
        final Resources resources,
        final QpResolver resolver,
        final NanoClock clock,
        final Profile profile)
    {
        this.resources = resources;
        failures = new QpFailures(resolver, timers);
        connections = new Connections(ports, egresses);
        services = new Services(
            resources.regions(),
            new ScatterGather(resources.regions()),
            new PacketWriter(),
            new Doorbells(),
            failures,
            clock,
            profile,
            new FateReason());
        responders = new Responders(services);
        final RcRecovery recovery = new RcRecovery(services, timers);
        completer = new RcCompleter(services, recovery);
        udRoutes = new UdRoutes(connections::unconnected);
        scheduler = new TransmitScheduler(
            resolver,
            services,
            timers,
            new RcRequester(services, recovery),
            new UcRequester(services),
            new UdRequester(services, udRoutes),
            responders::respond);
    }

    /** For bare queue pairs alone: there is no way out. */
    public static Transport ofNone(
        final Ports ports, final QpResolver resolver, final NanoClock clock, final RandomGenerator random)
    {
        return new Transport(ports, gid -> null, Resources.of(1, 1, 1, random), resolver, clock, Profile.IBTA);
    }

    /** Refuses what a queue pair cannot be served with. */
    public void require(final QpInit init) throws VerbsException
    {
        init.cap().require();
        resources.pds().requirePd(init.pd());
        resources.cqs().require(init.sendCq());
        resources.cqs().require(init.recvCq());
    }

    /**
     * Makes the work queues of a queue pair that has just been created, with all the memory that {@link #serve} needs.
     * Nothing holds them but the caller.
     *
     * @param init has passed {@link #require}.
     */
    public QpQueues queues(final QpContext context, final QpInit init) throws VerbsException
    {
        final int qpn = context.qpn();
        final long generation = context.generation();
        final CompletionQueue sendCq = resources.cqs().own(init.sendCq());
        final CompletionQueue recvCq = resources.cqs().own(init.recvCq());
        final ServedQp qp = new ServedQp(
            qpn,
            generation,
            context.type(),
            init.pd(),
            new SendQueue(
                context.type().transport(), init.cap(), init.isAllSignaled(), sendCq, qpn, generation),
            new RecvQueue(init.cap(), recvCq, qpn, generation),
            sendCq,
            recvCq);
        return new QpQueues(qp, services.doorbells());
    }

    /** Makes room for so many more, that {@link #serve} needs no memory. */
    public void reserve(final int count)
    {
        qps.reserve(count);
    }

    /** The queue pair is served with these queues of its own until it is destroyed. */
    public void serve(final QpContext context, final QpQueues queues) throws VerbsException
    {
        final ServedQp qp = queues.qp();
        context.serviceSlot(qps.add(qp));
        resources.pds().addQp(qp.pd);
        resources.cqs().addUse(qp.sendCq);
        resources.cqs().addUse(qp.recvCq);
    }

    /**
     * A queue pair was modified.
     *
     * @param before its state before.
     */
    public void onModified(final QpContext context, final QpState before)
    {
        final ServedQp qp = qps.get(context.serviceSlot());
        if (qp == null)
        {
            return;
        }

        connections.copy(context, qp);
        if (before == QpState.RESET)
        {
            // What a thread posted that had not seen RESET yet, and so nothing that was posted since.
            discardWork(qp);
        }
        final QpState state = context.state();
        qp.state = state;
        switch (state)
        {
            case RESET -> discard(qp);
            case INIT, SQE -> { }
            case RTR -> onRtr(context, qp);
            case RTS -> onRts(context, qp, before);
            case SQD -> onSqd(context, qp, before);
            case ERR -> failures.onErr(qp);
        }
    }

    /** A queue pair is about to be destroyed. Its work ends without completions, and those it has are taken out. */
    public void onDestroyed(final QpContext context)
    {
        final int slot = context.serviceSlot();
        final ServedQp qp = qps.get(slot);
        if (qp == null)
        {
            return;
        }

        qp.state = null;
        discard(qp);
        connections.disconnect(qp);
        if (qp.type == QpType.UD)
        {
            udRoutes.forget(qp);
        }
        resources.pds().removeQp(qp.pd);
        resources.cqs().removeUse(qp.sendCq);
        resources.cqs().removeUse(qp.recvCq);
        context.serviceSlot(0);
        qps.remove(slot);
    }

    /** What a queue pair is served with and how much is posted; null when it is bare. */
    public QpService service(final QpContext context)
    {
        final ServedQp qp = qps.get(context.serviceSlot());
        if (qp == null)
        {
            return null;
        }

        final SendQueue sends = qp.sendQueue;
        final long tail = sends.tail();
        return new QpService(
            qp.pd.handle(),
            qp.sendCq.handle(),
            qp.recvCq.handle(),
            sends.cap(),
            sends.isAllSignaled(),
            (int)(tail - sends.head()),
            (int)(tail - sends.next()),
            qp.recvQueue.size());
    }

    /** A request to a served queue pair has passed admission. */
    public Fate onRequest(final RoceDatagram datagram, final QpContext context)
    {
        return responders.onRequest(datagram, qps.get(context.serviceSlot()));
    }

    /** A response to a served queue pair has passed admission. */
    public Fate onResponse(final RoceDatagram datagram, final QpContext context)
    {
        return completer.onResponse(datagram, qps.get(context.serviceSlot()));
    }

    /** Whether a packet whose opcode is reserved may be a queue pair's business, and not only malformed. */
    public boolean refusesReservedOpcodes()
    {
        return services.profile().refusesUnserved() && qps.size() > 0;
    }

    /**
     * A packet to a served RC queue pair has passed admission but for its opcode, which is a reserved one of RC.
     *
     * @return {@link Fate#MALFORMED_UNKNOWN_OPCODE} when it was dropped.
     */
    public Fate onReservedOpcode(final RoceDatagram datagram, final QpContext context)
    {
        return responders.onReservedOpcode(qps.get(context.serviceSlot()), datagram.packet().bth().psn());
    }

    @Override
    public long nextDeadlineNs()
    {
        return scheduler.nextDeadlineNs();
    }

    /**
     * {@inheritDoc} Timers that have expired, turns to send, and what was sent since the last time leaves. Due at once
     * whenever something was posted or came in.
     */
    @Override
    public int poll(final long nowNs)
    {
        return scheduler.poll(nowNs);
    }

    public Resources resources()
    {
        return resources;
    }

    /**
     * What was expected of the packet that was refused last, beside what came: of a fate that is a drop, be it an
     * answer of this or of admission, which writes here too. Valid until the next packet.
     */
    public FateReason reason()
    {
        return services.reason();
    }

    /** Queue pairs that are served. */
    public int size()
    {
        return qps.size();
    }

    private void onRtr(final QpContext context, final ServedQp qp)
    {
        qp.responder.connect((int)context.value(QpAttribute.RQ_PSN), savedResponses(qp));
    }

    private void onRts(final QpContext context, final ServedQp qp, final QpState before)
    {
        if (before == QpState.RTR)
        {
            qp.requester.start((int)context.value(QpAttribute.SQ_PSN));
        }
        services.doorbells().ring(qp);
    }

    private void onSqd(final QpContext context, final ServedQp qp, final QpState before)
    {
        if (before == QpState.SQD)
        {
            qp.responder.saved.limit(savedResponses(qp));
        }
        else
        {
            scheduler.onSqd(qp, context);
        }
    }

    private int savedResponses(final ServedQp qp)
    {
        return qp.type == QpType.RC ? services.profile().savedResponses(qp.maxDestRdAtomic) : 0;
    }

    /** All is as new. */
    private void discard(final ServedQp qp)
    {
        timers.cancel(qp);
        discardWork(qp);
        qp.sendCq.removeOf(qp.qpn, qp.generation);
        qp.recvCq.removeOf(qp.qpn, qp.generation);
        qp.requester.reset();
        qp.responder.reset();
    }

    private static void discardWork(final ServedQp qp)
    {
        qp.sendQueue.discard();
        qp.recvQueue.discard();
    }
}
