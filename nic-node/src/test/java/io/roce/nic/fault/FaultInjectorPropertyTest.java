package io.roce.nic.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.roce.nic.link.TimedWork;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.Packets;
import io.roce.wire.packet.RoceDatagram;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for any rules and any datagrams. */
class FaultInjectorPropertyTest
{
    private static final IcrcVerifier STRICT = new IcrcVerifier(IcrcMode.STRICT);
    private static final int DATAGRAMS = 500;
    private static final int ROUNDS = 50_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400})
    void shouldLoseAndInventNothing(final int firstSeed)
    {
        for (int seed = firstSeed; seed < firstSeed + 100; seed++)
        {
            final String[] rules = rules(new Random(seed), 1 + seed % 6);
            final Faults faults = Faults.of(seed, 1 + seed % 40, rules);
            final int[] sent = {0};
            run(faults, seed, () ->
            {
                sent[0]++;
                assertBalanced(faults, sent[0]);
            });

            for (int i = 0; i <= rules.length; i++)
            {
                faults.advance(1_000_000_000);
            }
            final String message = "seed " + seed + ", rules " + Arrays.toString(rules);
            assertBalanced(faults, DATAGRAMS);
            assertEquals(0, faults.held(), message);
            assertEquals(TimedWork.NO_DEADLINE, faults.injector().nextDeadlineNs(), message);
            assertEquals(
                DATAGRAMS + faults.duplicated() - faults.dropped(), faults.passed().size(), message);
            for (final Faults.Passed one : faults.passed())
            {
                // What came out is what went in but for FECN, and its way came along. Only corrupt does more: flips its
                // bit, and lets the ICRC be wrong even if two of them have flipped it back.
                final byte[] expected = Packets.bytes(packet(one.port()));
                final byte[] actual = Packets.bytes(one.datagram());
                expected[4] |= (byte)(actual[4] & 0x80);
                if (STRICT.verify(one.datagram().envelope(), actual.length) != IcrcVerdict.EXACT)
                {
                    assertTrue(message.contains("corrupt"), message);
                    expected[14] ^= (byte)((expected[14] ^ actual[14]) & 0x08);
                    System.arraycopy(actual, actual.length - 4, expected, actual.length - 4, 4);
                }
                assertEquals("to " + one.port(), one.route(), message);
                assertEquals(Arrays.toString(expected), Arrays.toString(actual), message);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDoTheSameAgainForTheSameSeed(final long seed)
    {
        final String[] rules = {
            "out:drop:10%", "out:duplicate:10%,seed=5", "out:reorder=3:10%", "out:delay=70ns:20%", "out:corrupt:10%"};
        final List<String> first = history(seed, rules);

        assertEquals(first, history(seed, rules));
        assertNotEquals(first, history(seed + 100, rules));
    }

    /** Every action at work, in a state that lasts. */
    @Test
    void shouldAllocateNothingForADatagram()
    {
        final CachedNanoClock clock = new CachedNanoClock();
        final int[] passed = {0};
        final FaultConfig config = new FaultConfig(
            List.of(
                FaultRule.parse("out:drop:10%"), FaultRule.parse("out:duplicate:10%"),
                FaultRule.parse("out:reorder=3:10%"), FaultRule.parse("out:delay=70ns:20%"),
                FaultRule.parse("out:corrupt:10%"), FaultRule.parse("out:fecn:pass=2")),
            7,
            FaultConfig.DEFAULT_CAPACITY);
        final FaultInjector<String> injector = new FaultInjector<>(
            FaultDirection.OUT, config, clock, (datagram, route, port) -> passed[0]++);
        final RoceDatagram[] packets = packets(1_000, psn -> Packets.rcSendOnly(0x12, psn, new byte[8]));

        run(injector, clock, packets);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        final long before = threads.getThreadAllocatedBytes(thread);
        run(injector, clock, packets);
        final long bytes = threads.getThreadAllocatedBytes(thread) - before;

        assertTrue(bytes < ROUNDS, bytes + " bytes for " + ROUNDS + " datagrams");
        assertTrue(passed[0] > ROUNDS);
        injector.figures().forEach(figures -> assertTrue(figures.matched() > 0, figures.toString()));
    }

    private static void run(
        final FaultInjector<String> injector, final CachedNanoClock clock, final RoceDatagram[] packets)
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            injector.onDatagram(packets[i % packets.length], "there", 1);
            clock.advance(10);
            injector.poll(clock.nanoTime());
        }
    }

    private static void assertBalanced(final Faults faults, final int sent)
    {
        assertEquals(sent + faults.duplicated(), faults.passed().size() + faults.dropped() + faults.held());
        assertEquals(faults.held(), faults.injector().figures().stream().mapToInt(FaultFigures::held).sum());
    }

    private static List<String> history(final long seed, final String[] rules)
    {
        final Faults faults = Faults.of(seed, 20, rules);
        run(faults, 99, () -> { });
        final List<String> history = new ArrayList<>(faults.passed().stream().map(Faults.Passed::text).toList());
        faults.injector().figures().forEach(figures -> history.add(figures.toString()));
        return history;
    }

    /** Datagrams come at times that the seed decides. */
    private static void run(final Faults faults, final long seed, final Runnable afterEach)
    {
        final Random random = new Random(seed);
        for (int i = 0; i < DATAGRAMS; i++)
        {
            faults.send(packet(random.nextInt(64)));
            afterEach.run();
            faults.advance(random.nextInt(50));
        }
    }

    private static RoceDatagram packet(final int psn)
    {
        return Packets.rcSendOnly(0x10 + psn % 3, psn, Packets.payload(8));
    }

    private static RoceDatagram[] packets(final int count, final IntFunction<RoceDatagram> packet)
    {
        final RoceDatagram[] packets = new RoceDatagram[count];
        Arrays.setAll(packets, packet);
        return packets;
    }

    private static String[] rules(final Random random, final int count)
    {
        final String[] actions = {
            "drop", "duplicate", "reorder=" + (1 + random.nextInt(5)), "delay=" + (1 + random.nextInt(300)) + "ns",
            "corrupt=14.3", "fecn"};
        final String[] selections = {
            "", ":5%", ":50%", ":dest-qp=0x11", ":psn=7,pass=1", ":nth=" + (1 + random.nextInt(100)), ":skip=9,count=9",
            ":30%,count=5", ":kind=request,pass=2"};
        final String[] rules = new String[count];
        for (int i = 0; i < count; i++)
        {
            rules[i] = "out:" + actions[random.nextInt(actions.length)] + selections[random.nextInt(selections.length)];
        }
        return rules;
    }
}
