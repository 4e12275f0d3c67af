package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WrOpcode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Much data over a wire that loses a fifth, doubles and reorders, both ways: every byte arrives, every request
 * completes once, in order. {@code -Droce.test.lossy.mib} says how much data, {@code -Droce.test.lossy.seeds} with how
 * many seeds.
 */
class LossyWireTest
{
    private static final int LENGTH = Integer.getInteger("roce.test.lossy.mib", 4) << 20;
    private static final int SEEDS = Integer.getInteger("roce.test.lossy.seeds", 10);
    private static final int MESSAGE = 3 << 16;
    private static final int POSTED = 8;
    private static final int[] MTUS = {1_024, 2_048, 4_096};
    private static final String[] RULES = {
        "out:drop:20%", "out:duplicate:5%", "out:reorder=3:5%", "in:drop:20%", "in:duplicate:5%", "in:reorder=3:5%"};

    private TwoAdapters wire;
    private QpEnd requester;
    private QpEnd responder;
    private MemoryRegion local;
    private MemoryRegion remote;

    static Stream<Arguments> runs()
    {
        return LongStream.rangeClosed(1, SEEDS).boxed().flatMap(seed ->
            Stream.of(WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ)
                .map(opcode -> Arguments.of(opcode, seed)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldTransferEveryByteOnce(final WrOpcode opcode, final long seed) throws VerbsException
    {
        open(seed);
        final int messages = (LENGTH + MESSAGE - 1) / MESSAGE;
        final List<String> sent = new ArrayList<>();
        final List<String> received = new ArrayList<>();
        int posted = 0;
        while (sent.size() < messages)
        {
            for (; posted < messages && posted - sent.size() < POSTED; posted++)
            {
                post(opcode, posted);
            }
            assertTrue(wire.network.step(), () -> "nothing is due with " + sent.size() + " completions");
            sent.addAll(requester.completions());
            received.addAll(responder.completions());
        }
        wire.run();
        sent.addAll(requester.completions());
        received.addAll(responder.completions());

        assertEquals(lines(messages, opcode.completion().name()), sent);
        assertEquals(opcode == WrOpcode.SEND ? lines(messages, "RECV") : List.of(), received);
        assertEquals(-1, bytes(local).mismatch(bytes(remote)));
        assertEquals(QpState.RTS, requester.state());
        assertEquals(QpState.RTS, responder.state());
        requireFaultsMet();
        wire.requireSound();
    }

    /** The first burst finds no room for its second half; then the answer is held back to what there is room for. */
    @Test
    void shouldBringAReadThatIsLongerThanTheWireHolds() throws VerbsException
    {
        wire = new TwoAdapters(false, 1_024, 8, Profile.IBTA, 1);
        final TwoAdapters.Pair pair = wire.connect(QpType.RC, 1_024, 0xFF_FF00, 0);
        local = wire.left.zeros(LENGTH);
        remote = wire.right.memory(LENGTH);
        pair.left().post(new SendWr().wrId(1).opcode(WrOpcode.RDMA_READ)
            .sge(local.addr(), LENGTH, local.lkey()).remote(remote.addr(), remote.rkey()));
        wire.run();

        assertEquals(List.of("1 SUCCESS RDMA_READ " + LENGTH), pair.left().completions());
        assertEquals(-1, bytes(local).mismatch(bytes(remote)));
        assertTrue(wire.network.overflowed() > 0);
        assertTrue(wire.network.overflowed() < 100, () -> wire.network.overflowed() + " overflowed");
        wire.left.requireSound();
        wire.right.requireSound();
    }

    /** The faults stand at the one that asks or at the one that answers. */
    private void open(final long seed) throws VerbsException
    {
        wire = new TwoAdapters(seed % 3 == 0, 4_096, 4_096, Profile.RXE_6_1, seed, RULES);
        final int mtu = MTUS[(int)(seed % MTUS.length)];
        final TwoAdapters.Pair pair = wire.connect(QpType.RC, mtu, 0xFF_FF00, 0xFF_FE00);
        requester = seed % 2 == 0 ? pair.left() : pair.right();
        responder = seed % 2 == 0 ? pair.right() : pair.left();
    }

    private void post(final WrOpcode opcode, final int index) throws VerbsException
    {
        if (index == 0)
        {
            final boolean isRead = opcode == WrOpcode.RDMA_READ;
            local = isRead ? requester.adapter.zeros(LENGTH) : requester.adapter.memory(LENGTH);
            remote = isRead ? responder.adapter.memory(LENGTH) : responder.adapter.zeros(LENGTH);
        }
        final long offset = (long)index * MESSAGE;
        if (opcode == WrOpcode.SEND)
        {
            responder.postRecv(index, remote, offset, length(index));
        }
        requester.post(new SendWr().wrId(index).opcode(opcode)
            .sge(local.addr() + offset, length(index), local.lkey())
            .remote(remote.addr() + offset, remote.rkey()));
    }

    private static ByteBuffer bytes(final MemoryRegion region)
    {
        return ByteBuffer.wrap(Adapter.bytes(region, 0, LENGTH));
    }

    private static int length(final int index)
    {
        return Math.min(MESSAGE, LENGTH - index * MESSAGE);
    }

    private static List<String> lines(final int messages, final String opcode)
    {
        return IntStream.range(0, messages).mapToObj(i -> i + " SUCCESS " + opcode + ' ' + length(i)).toList();
    }

    private void requireFaultsMet()
    {
        assertTrue(wire.left.count(Fate.FAULT_DROPPED) > 100);
        assertTrue(wire.left.ledger().injected() > 20);
        assertEquals(0, wire.left.ledger().held());
        final long recovered = responder.adapter.count(Fate.NAK_PSN_SEQUENCE) +
            responder.adapter.count(Fate.DUPLICATE_REPLAYED) + responder.adapter.count(Fate.DUPLICATE_ACKNOWLEDGED);
        assertTrue(recovered > 100, () -> responder.adapter.ledger().toString());
    }
}
