package io.roce.tools.sweep;

import io.roce.nic.stats.Fate;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.ledger.LedgerDifference;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.pace.Pause;
import io.roce.tools.send.UdpSink;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

import org.agrona.concurrent.SystemNanoClock;

/** Packets of one attack, sent some at a time, and what the node's ledger says of each volley. Not thread-safe. */
final class Volleys
{
    /** What passed admission; all but the node's own failure and faults on purpose. */
    private static final Set<Fate> ADMITTED = EnumSet.range(Fate.DELIVERED_REQUEST, Fate.RESPONSE_ACCEPTED);

    /** Volleys that a search is made of, about. */
    private static final long VOLLEYS = 64;

    /** At least so many at a time: asking the node takes as long as sending hundreds. */
    private static final long MIN_VOLLEY = 16;

    private final NodeAdmin admin;
    private final UdpSink sink;
    private final LedgerWatch watch;
    private final long maxPackets;
    private final long deadlineNs;
    private final RoceDatagram datagram = new RoceDatagram();
    private final Map<String, Long> fates = new TreeMap<>();
    private final long egressBefore;
    private long packets;
    private long measuringAnswers;
    private boolean isCutShort;

    /**
     * @param maxPackets  of this attack.
     * @param deadlineNs  by the system's clock.
     */
    Volleys(final NodeAdmin admin, final UdpSink sink, final long maxPackets, final long deadlineNs)
    {
        this.admin = admin;
        this.sink = sink;
        this.maxPackets = maxPackets;
        this.deadlineNs = deadlineNs;
        watch = new LedgerWatch(admin, SystemNanoClock.INSTANCE, Pause.REAL);
        UdpSink.address(datagram.envelope(), sink.from(), sink.to());
        egressBefore = egress();
    }

    /** What passed admission, by the ledger. */
    static long admitted(final LedgerDifference difference)
    {
        return ADMITTED.stream().mapToLong(fate -> difference.count(fate.name())).sum();
    }

    /**
     * Sends packets.
     *
     * @param prepare sets what the packet of an index has of its own.
     * @throws CommandFailedException when they would be too many, or it takes too long, or packets are lost.
     */
    LedgerDifference send(
        final RocePacketBuilder builder, final LongConsumer prepare, final long from, final long to)
        throws IOException
    {
        final LedgerDifference difference = fly(builder, prepare, from, to);
        packets += to - from;
        difference.fates().forEach((fate, count) -> fates.merge(fate, count, Long::sum));
        return difference;
    }

    private LedgerDifference fly(
        final RocePacketBuilder builder, final LongConsumer prepare, final long from, final long to)
        throws IOException
    {
        watch.begin();
        for (long i = from; i < to; i++)
        {
            prepare.accept(i);
            sink.send(datagram.envelope().array(), Envelope.PACKET_OFFSET, builder.build(datagram));
        }
        final LedgerDifference difference = watch.settle(to - from);
        if (difference.received() < to - from)
        {
            throw new CommandFailedException("of " + (to - from) + " packets the node received " +
                difference.received() + ": what became of the others is not known");
        }
        return difference;
    }

    /** Whether more may be sent. */
    boolean mayGoOn(final long more)
    {
        final boolean mayGoOn = packets + more <= maxPackets && System.nanoTime() - deadlineNs < 0;
        isCutShort |= !mayGoOn;
        return mayGoOn;
    }

    /**
     * Sends packets until one is executed, which writes its number into memory; volley after volley.
     *
     * @param volley packets.
     * @return as {@link #untilAdmitted}.
     */
    long untilWritten(
        final RocePacketBuilder builder,
        final LongConsumer prepare,
        final long count,
        final long volley,
        final LongSupplier written) throws IOException
    {
        long next = 0;
        for (long from = 0; from < count && mayGoOn(volley); from = next)
        {
            next = Math.min(count, from + volley);
            final LedgerDifference difference = send(builder, prepare, from, next);
            if (difference.count(Fate.REQUEST_EXECUTED.name()) > 0)
            {
                return written.getAsLong();
            }
        }
        return AttackResult.NONE;
    }

    /**
     * Sends packets until one is admitted, volley after volley, and then finds it: the packets of that volley are sent
     * again by halves.
     *
     * @return how many were sent up to it, it included; {@link AttackResult#NONE} when none was among them, or they
     *     would have been too many.
     */
    long untilAdmitted(final RocePacketBuilder builder, final LongConsumer prepare, final long count)
        throws IOException
    {
        long volley = MIN_VOLLEY;
        long next = 0;
        for (long from = 0; from < count && mayGoOn(volley); from = next)
        {
            next = Math.min(count, from + volley);
            if (admitted(send(builder, prepare, from, next)) > 0)
            {
                return 1 + admittedAmong(builder, prepare, from, next);
            }
            volley = Math.min(2 * volley, volley(count));
        }
        return AttackResult.NONE;
    }

    /** How many at a time, in a search among so many. */
    static long volley(final long count)
    {
        return Math.max(MIN_VOLLEY, count / VOLLEYS);
    }

    /** The packets that are sent for it belong to the measurement, and not to the attack. */
    private long admittedAmong(
        final RocePacketBuilder builder, final LongConsumer prepare, final long from, final long to) throws IOException
    {
        final long answersBefore = egress();
        long low = from;
        long high = to;
        while (high - low > 1)
        {
            final long middle = (low + high) / 2;
            if (admitted(fly(builder, prepare, low, middle)) > 0)
            {
                high = middle;
            }
            else
            {
                low = middle;
            }
        }
        measuringAnswers += egress() - answersBefore;
        return low;
    }

    /** All of it. */
    AttackResult result(
        final Attack attack, final List<Long> tries, final Arithmetic expectation, final String finding)
    {
        return new AttackResult(attack, packets, admitted(), count(Fate.REQUEST_EXECUTED),
            egress() - egressBefore - measuringAnswers, isCutShort, List.copyOf(tries), expectation,
            Map.copyOf(fates), finding);
    }

    /** How many have passed admission. */
    long admitted()
    {
        return ADMITTED.stream().mapToLong(fate -> fates.getOrDefault(fate.name(), 0L)).sum();
    }

    long count(final Fate fate)
    {
        return fates.getOrDefault(fate.name(), 0L);
    }

    private long egress()
    {
        return admin.request("GET", "/v1/ledger", null).path("egress").path("sent").asLong();
    }
}
