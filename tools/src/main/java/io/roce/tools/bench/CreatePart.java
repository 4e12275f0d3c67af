package io.roce.tools.bench;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.error.VerbsException;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.SystemNanoClock;

/** Queue pairs created and destroyed again. */
final class CreatePart
{
    private static final int BATCH = 1_024;

    private CreatePart()
    {
    }

    static PartResult run(final Bench bench)
    {
        final PartResult result = new PartResult();
        measure(bench, "none", result);
        measure(bench, "count:65536", result);
        result.note("One thread that calls the verbs itself, its processor time; without the lane's queue, HTTP and " +
            "the way up to RTS. No C is beside it: what a kernel's driver does for the same is another work.");
        result.limit("One in a call pays for the call and the answer; many in a call for clearing a record of 256 " +
            "bytes and for the allocator's and the quarantine's places.");
        return result;
    }

    private static void measure(final Bench bench, final String quarantine, final PartResult result)
    {
        final int count = Math.max(1, bench.packets() / BATCH) * BATCH;
        final List<Double> batchNs = new ArrayList<>();
        final List<Double> oneNs = new ArrayList<>();
        try (QueuePairs inBatches = queuePairs(quarantine); QueuePairs oneByOne = queuePairs(quarantine))
        {
            final int[] batch = new int[BATCH];
            final int[] one = new int[1];
            bench.progress().show("create: warming up");
            createAndDestroy(inBatches, batch, bench.warmUp());
            createAndDestroy(oneByOne, one, bench.warmUp());
            for (int round = 0; round < bench.rounds(); round++)
            {
                bench.progress().show(
                    "create: quarantine " + quarantine + ", round " + (round + 1) + " of " + bench.rounds());
                batchNs.add(CpuTime.nsEach(times -> createAndDestroy(inBatches, batch, times), count));
                oneNs.add(CpuTime.nsEach(times -> createAndDestroy(oneByOne, one, times), count));
            }
            requireNoneLeft(inBatches, result);
            requireNoneLeft(oneByOne, result);
        }
        result.add(Figure.of(
            "1,024 in a call, quarantine " + quarantine, "ns", batchNs, "one in a call", oneNs, null));
    }

    private static void createAndDestroy(final QueuePairs queuePairs, final int[] qpns, final int times)
    {
        try
        {
            for (int done = 0; done < times; done += qpns.length)
            {
                queuePairs.create(QpType.RC, qpns, false);
                for (final int qpn : qpns)
                {
                    queuePairs.destroy(qpn);
                }
            }
        }
        catch (final VerbsException e)
        {
            throw new IllegalStateException(e);
        }
    }

    private static void requireNoneLeft(final QueuePairs queuePairs, final PartResult result)
    {
        final long live = queuePairs.figures().table().live();
        if (live != 0)
        {
            result.fail(live + " queue pairs are left of those that were destroyed");
        }
    }

    private static QueuePairs queuePairs(final String quarantine)
    {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Envelope.ROCE_PORT);
        return new QueuePairs(
            new QueuePairsConfig(
                NicNodeConfig.FIRST_QPN_DEFAULT,
                NicNodeConfig.LAST_QPN_DEFAULT,
                NicNodeConfig.MAX_QPS_DEFAULT,
                new QpnPolicies(
                    AllocationOrder.CYCLIC,
                    QuarantinePolicy.parse(quarantine),
                    QuarantinePressure.STRICT,
                    ResetHold.ALLOW,
                    NicNodeConfig.QUARANTINE_CAP_NS_DEFAULT,
                    NicNodeConfig.PACKET_LIFETIME_NS_DEFAULT),
                QpTableKind.TWO_LEVEL,
                new QpCacheConfig(NicNodeConfig.CACHE_SETS_DEFAULT, NicNodeConfig.CACHE_WAYS_DEFAULT),
                Ports.of(Port.of(1, List.of(address)))),
            SystemNanoClock.INSTANCE,
            new SecureRandom());
    }
}
