package io.roce.nic.lane;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.SamplePorts;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qp.QpType;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.roce.nic.lane.SmallHeap.expect;

/**
 * A virtual machine of its own whose heap does not hold the quarantine of all numbers that are destroyed: a call that
 * is refused for that changes nothing, and it can be done when numbers have left.
 */
@Timeout(120)
class HeapExhaustedTest
{
    @ParameterizedTest
    @ValueSource(strings = {"3600s", "count:16777213", "3600s+count:16777213"})
    void shouldChangeNothingWhenThereIsNoHeapToHoldOneMore(final String quarantine) throws Exception
    {
        SmallHeap.run(Program.class, List.of("-Xmx20m", "-XX:MaxDirectMemorySize=512m"), quarantine);
    }

    /** Creates and destroys until it is refused. */
    static final class Program
    {
        private static final int BATCH = 4_096;
        private static final int MAX_BATCHES = 256;

        private Program()
        {
        }

        public static void main(final String[] args) throws VerbsException
        {
            final CachedNanoClock clock = new CachedNanoClock();
            final QueuePairsConfig config = new QueuePairsConfig(
                0x11,
                0xFFFFFE,
                1 << 20,
                QueuePairsFixture.policies(args[0]),
                QpTableKind.TWO_LEVEL,
                QpCacheConfig.OFF,
                SamplePorts.IPV4);
            try (QueuePairs queuePairs = new QueuePairs(config, clock, new SplittableRandom(1)))
            {
                final int refused = destroyUntilRefused(queuePairs);
                final TableFigures before = queuePairs.figures().table();
                expect("state", QpState.RESET, queuePairs.query(refused).state());
                expect("code again", VerbsErrorCode.NO_MEMORY, codeOfDestroy(queuePairs, refused));
                expect("live", before.live(), queuePairs.figures().table().live());
                expect("held", before.quarantined(), queuePairs.figures().table().quarantined());
                expect("entered", (long)before.quarantined(), queuePairs.figures().quarantine().entered());

                if (!args[0].contains("count"))
                {
                    clock.advance(TimeUnit.HOURS.toNanos(1));
                    expect("code when the time is over", null, codeOfDestroy(queuePairs, refused));
                    expect("live then", before.live() - 1, queuePairs.figures().table().live());
                    expect("held then", 1, queuePairs.figures().table().quarantined());
                }
            }
        }

        /** The number whose queue pair could not be destroyed. */
        private static int destroyUntilRefused(final QueuePairs queuePairs) throws VerbsException
        {
            final int[] qpns = new int[BATCH];
            for (int i = 0; i < MAX_BATCHES; i++)
            {
                queuePairs.create(QpType.RC, qpns, false);
                for (final int qpn : qpns)
                {
                    final VerbsErrorCode code = codeOfDestroy(queuePairs, qpn);
                    if (code != null)
                    {
                        expect("code", VerbsErrorCode.NO_MEMORY, code);
                        return qpn;
                    }
                }
            }
            throw new IllegalStateException("the heap holds " + MAX_BATCHES * BATCH + " numbers");
        }

        private static VerbsErrorCode codeOfDestroy(final QueuePairs queuePairs, final int qpn)
        {
            try
            {
                queuePairs.destroy(qpn);
                return null;
            }
            catch (final VerbsException ex)
            {
                return ex.code();
            }
        }
    }
}
