package io.roce.tools.connect;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeFacts;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.qp.CreatedQps;
import io.roce.tools.qp.PairSteps;
import io.roce.wire.Qpn;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Connected pairs between two nodes: all that were asked for, or none. */
final class Pairs
{
    /** One node: how to talk to it, and where it receives data. */
    record Side(AdminClient client, InetSocketAddress udp)
    {
    }

    /** Two queue pairs that name each other, and the PSN that each sends first. */
    record Pair(int qpnA, int psnA, int qpnB, int psnB)
    {
    }

    private final Side a;
    private final Side b;
    private final PairSteps steps;
    private final IntSupplier psns;

    /** Asks both nodes for their data address. */
    Pairs(final AdminClient a, final AdminClient b, final PairSteps steps, final IntSupplier psns)
    {
        this.a = new Side(a, NodeFacts.dataAddress(a));
        this.b = new Side(b, NodeFacts.dataAddress(b));
        this.steps = steps;
        this.psns = psns;
    }

    Side a()
    {
        return a;
    }

    Side b()
    {
        return b;
    }

    /**
     * Creates pairs and brings both sides to RTS. When that fails, or the process is told to end meanwhile, everything that
     * was created is destroyed again.
     */
    List<Pair> connect(final QpType type, final int count)
    {
        final CreatedQps created = new CreatedQps();
        final Thread end = new Thread(created::destroyAll, "roce-connect-end");
        Runtime.getRuntime().addShutdownHook(end);
        try
        {
            final List<Pair> pairs = connect(type, count, created);
            created.keep();
            return pairs;
        }
        catch (final AdminException | CommandFailedException e)
        {
            throw new CommandFailedException(withEnd(e.getMessage(), created.destroyAll()), e);
        }
        catch (final NodeUnreachableException e)
        {
            throw new NodeUnreachableException(withEnd(e.getMessage(), created.destroyAll()), e);
        }
        finally
        {
            removeHook(end);
        }
    }

    private List<Pair> connect(final QpType type, final int count, final CreatedQps created)
    {
        final List<JsonNode> qpsA = created.create(a.client, type, count);
        final List<JsonNode> qpsB = created.create(b.client, type, count);
        final List<Pair> pairs = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
        {
            final Pair pair = new Pair(
                qpsA.get(i).path("qpn").asInt(), psns.getAsInt(), qpsB.get(i).path("qpn").asInt(), psns.getAsInt());
            modify(a, pair.qpnA, steps.init());
            modify(b, pair.qpnB, steps.init());
            modify(a, pair.qpnA, steps.readyToReceive(b.udp.getAddress(), pair.qpnB, pair.psnB));
            modify(b, pair.qpnB, steps.readyToReceive(a.udp.getAddress(), pair.qpnA, pair.psnA));
            modify(a, pair.qpnA, steps.readyToSend(pair.psnA));
            modify(b, pair.qpnB, steps.readyToSend(pair.psnB));
            pairs.add(pair);
        }
        return pairs;
    }

    private static void modify(final Side side, final int qpn, final JsonNode body)
    {
        try
        {
            side.client.request("PATCH", "/v1/qps/" + qpn, body);
        }
        catch (final AdminException e)
        {
            throw new CommandFailedException(Qpn.format(qpn) + " on " + side.client.url() + " did not go to " +
                body.path("state").asText() + ": " + e.getMessage(), e);
        }
    }

    private static String withEnd(final String what, final String end)
    {
        return end.isEmpty() ? what : what + "; " + end;
    }

    private static void removeHook(final Thread hook)
    {
        try
        {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        catch (final IllegalStateException e)
        {
            // The process is ending and the hook is running: it destroys what is not kept, which is its task.
            return;
        }
    }
}
