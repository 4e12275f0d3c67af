package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.Profile;
import io.roce.nic.transport.QpInit;
import io.roce.nic.transport.QpQueues;
import io.roce.nic.transport.Resources;
import io.roce.nic.transport.Transport;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.QpCap;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.roce.nic.lane.SmallHeap.expect;

/**
 * A virtual machine of its own whose heap does not hold the work queues that are asked for: the call is refused, and
 * nothing is left of it, however often it is made.
 */
@Timeout(120)
class WorkQueuesBeyondHeapTest
{
    @Test
    void shouldRefuseQueuePairsWhoseWorkQueuesTheHeapDoesNotHold() throws Exception
    {
        SmallHeap.run(Program.class, List.of("-Xmx32m"));
    }

    static final class Program
    {
        /** The inline data of one alone is as much as the whole heap. */
        private static final QpCap TOO_MUCH_FOR_ONE = new QpCap(32_768, 0, 1, 1, 1_024);

        /** Two megabytes of inline data, so that some fit and twenty do not. */
        private static final QpCap TOO_MUCH_FOR_TWENTY = new QpCap(2_048, 0, 1, 1, 1_024);

        private static final QpCap LITTLE = new QpCap(4, 4, 1, 1, 0);
        private static final int QPN = 0x77;

        private Program()
        {
        }

        public static void main(final String[] args) throws Exception
        {
            final CachedNanoClock clock = new CachedNanoClock();
            final QueuePairsConfig config = new QueuePairsConfig(
                0x11, 0xFF, 64, QueuePairsFixture.policies("none"), QpTableKind.TWO_LEVEL, QpCacheConfig.OFF,
                SamplePorts.IPV4);
            final Resources resources = Resources.of(2, 2, 2, new SplittableRandom(1));
            try (QueuePairs queuePairs = new QueuePairs(
                config, clock, new SplittableRandom(1), resolver -> new Transport(
                    SamplePorts.IPV4, gid -> null, resources, resolver, clock, Profile.IBTA)))
            {
                final ProtectionDomain pd = resources.pds().allocPd();
                final CompletionQueue cq = resources.cqs().createCq(16, () -> { });
                final int other = queuePairs.create(QpType.RC, 1, false, init(pd, cq, LITTLE)).get(0).qpn();
                for (int i = 0; i < 5; i++)
                {
                    expectRefused(queuePairs, () ->
                        queuePairs.create(QpType.RC, 1, false, init(pd, cq, TOO_MUCH_FOR_ONE)));
                    expectRefused(queuePairs, () ->
                        queuePairs.create(QpType.UD, 20, true, init(pd, cq, TOO_MUCH_FOR_TWENTY)));
                    expectRefused(queuePairs, () ->
                        queuePairs.createWithQpn(QpType.UC, QPN, init(pd, cq, TOO_MUCH_FOR_ONE)));
                }

                // All the rest is there: numbers, and what they were to be served with.
                queuePairs.destroy(queuePairs.createWithQpn(QpType.UC, QPN, init(pd, cq, LITTLE)).qpn());
                for (final QpQueues queues : queuePairs.create(QpType.RC, 63, false, init(pd, cq, LITTLE)))
                {
                    queuePairs.destroy(queues.qpn());
                }
                queuePairs.destroy(other);
                expect("live", 0, queuePairs.figures().table().live());
                resources.cqs().destroyCq(cq);
                resources.pds().deallocPd(pd);
            }
        }

        private static QpInit init(final ProtectionDomain pd, final CompletionQueue cq, final QpCap cap)
        {
            return new QpInit(pd, cap, true, cq, cq);
        }

        private static void expectRefused(final QueuePairs queuePairs, final Callable<?> call) throws Exception
        {
            expect("code", VerbsErrorCode.NO_MEMORY, code(call));
            expect("live", 1, queuePairs.figures().table().live());
            expect("held back", 0, queuePairs.figures().table().quarantined());
            expect("served", 1, queuePairs.transport().size());
        }

        /** With what it is refused; null when it is not. */
        private static VerbsErrorCode code(final Callable<?> call) throws Exception
        {
            try
            {
                call.call();
                return null;
            }
            catch (final VerbsException ex)
            {
                return ex.code();
            }
        }
    }
}
