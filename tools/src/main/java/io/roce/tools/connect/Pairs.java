package io.roce.tools.connect;

import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.Parallel;
import io.roce.tools.qp.AckTimers;
import io.roce.tools.qp.OwnedQps;
import io.roce.tools.qp.QpPlan;
import io.roce.wire.PKey;
import io.roce.wire.Qpn;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

/** Connected pairs between two nodes: all that were asked for, or none. */
public final class Pairs
{
    /** One node: how to talk to it, at which of its addresses its queue pairs are, and what timers they get. */
    public record Side(AdminClient client, DataAddress at, AckTimers timers)
    {
        /** With the usual timers. */
        public Side(final AdminClient client, final DataAddress at)
        {
            this(client, at, AckTimers.DEFAULT);
        }

        /** Asks the node for the address at that place of its tables. */
        static Side of(final AdminClient client, final int portNum, final int sgidIndex, final int pKeyIndex)
        {
            return new Side(client, client.ports().at(portNum, sgidIndex, pKeyIndex));
        }

        /** The same with other timers; they count for RC, whose peers are told. */
        Side timers(final AckTimers timers)
        {
            return new Side(client, at, timers);
        }

        InetSocketAddress udp()
        {
            return at.udp();
        }
    }

    /** Two queue pairs that name each other, and the PSN that each sends first. */
    record Pair(int qpnA, int psnA, int qpnB, int psnB)
    {
    }

    private static final List<QpState> WAY_UP = List.of(QpState.INIT, QpState.RTR, QpState.RTS);

    private final Side a;
    private final Side b;
    private final QpType type;
    private final int pathMtu;
    private final IntSupplier psns;
    private final List<Pair> connected = new ArrayList<>();

    /**
     * Between two nodes, which may be the same.
     *
     * @param type RC or UC.
     * @param psns what each queue pair sends first.
     */
    public Pairs(final Side a, final Side b, final QpType type, final int pathMtu, final IntSupplier psns)
    {
        this.a = a;
        this.b = b;
        this.type = type;
        this.pathMtu = pathMtu;
        this.psns = psns;
    }

    /**
     * Creates pairs and brings both sides to RTS. When that fails, or the process is told to end meanwhile, everything
     * that was created is destroyed again.
     */
    public void connect(final int count)
    {
        try (OwnedQps ownedA = new OwnedQps(a.client, a.at); OwnedQps ownedB = new OwnedQps(b.client, b.at))
        {
            try
            {
                connect(count, ownedA, ownedB);
                ownedA.keep();
                ownedB.keep();
            }
            catch (final AdminException | CommandFailedException e)
            {
                throw new CommandFailedException(e.getMessage() + destroyAll(ownedA, ownedB), e);
            }
            catch (final NodeUnreachableException e)
            {
                throw new NodeUnreachableException(e.getMessage() + destroyAll(ownedA, ownedB), e);
            }
        }
    }

    Side a()
    {
        return a;
    }

    Side b()
    {
        return b;
    }

    /** Whether packets from the one can get to the other. */
    boolean isOneIpVersion()
    {
        return a.udp().getAddress() instanceof Inet6Address == b.udp().getAddress() instanceof Inet6Address;
    }

    /** Whether either side takes the packets that the other sends with its P_Key. */
    boolean isOnePartition()
    {
        return PKey.matches(a.at.pKey(), b.at.pKey());
    }

    /** In the order in which they were made. */
    List<Pair> connected()
    {
        return connected;
    }

    private void connect(final int count, final OwnedQps ownedA, final OwnedQps ownedB)
    {
        final List<Integer> qpnsA = ownedA.create(type, count);
        final List<Integer> qpnsB = ownedB.create(type, count);
        final List<Callable<Pair>> tasks = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
        {
            final Pair pair = new Pair(qpnsA.get(i), psns.getAsInt(), qpnsB.get(i), psns.getAsInt());
            tasks.add(() -> bringUp(pair, ownedA, ownedB));
        }
        connected.addAll(Parallel.run(tasks));
    }

    private Pair bringUp(final Pair pair, final OwnedQps ownedA, final OwnedQps ownedB)
    {
        final QpPlan planA = plan(a, b, pair.qpnB, pair.psnB, pair.psnA);
        final QpPlan planB = plan(b, a, pair.qpnA, pair.psnA, pair.psnB);
        for (final QpState state : WAY_UP)
        {
            step(a, ownedA, pair.qpnA, planA, state);
            step(b, ownedB, pair.qpnB, planB, state);
        }
        return pair;
    }

    private QpPlan plan(
        final Side own, final Side peer, final int peerQpn, final int rqPsn, final int sqPsn)
    {
        return new QpPlan(type, peer.udp().getAddress(), peerQpn, rqPsn, sqPsn, 0, pathMtu)
            .withTimers(own.timers, peer.timers);
    }

    private static void step(
        final Side side, final OwnedQps owned, final int qpn, final QpPlan plan, final QpState state)
    {
        try
        {
            owned.step(qpn, plan, state);
        }
        catch (final AdminException e)
        {
            throw new CommandFailedException(
                Qpn.format(qpn) + " on " + side.client.url() + " did not go to " + state + ": " + e.getMessage(), e);
        }
    }

    /** Destroys what was created, and says what became of it, to follow another sentence. */
    private String destroyAll(final OwnedQps ownedA, final OwnedQps ownedB)
    {
        final int created = ownedA.count() + ownedB.count();
        final List<String> left = new ArrayList<>();
        ownedA.destroyAll().forEach(qpn -> left.add(Qpn.format(qpn) + " on " + a.client.url()));
        ownedB.destroyAll().forEach(qpn -> left.add(Qpn.format(qpn) + " on " + b.client.url()));
        if (!left.isEmpty())
        {
            return "; " + (created - left.size()) + " of the queue pairs that were created are destroyed again, not " +
                String.join(", ", left);
        }
        return created == 0 ? "" : "; all " + created + " queue pairs that were created are destroyed again";
    }
}
