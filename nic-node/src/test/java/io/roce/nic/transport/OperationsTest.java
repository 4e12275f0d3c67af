package io.roce.nic.transport;

import io.roce.nic.error.VerbsException;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.Fate;
import io.roce.nic.work.SendFlag;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WcOpcode;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Each operation of each transport between two adapters, over both IP versions, every MTU, lengths around packets. */
class OperationsTest
{
    private static final int[] LENGTHS = {0, 1, 1_023, 1_024, 1_025, 4_096, 65_536};
    private static final int MEMORY = 70_000;
    private static final int SECOND_PIECE = 50_000;

    /** The 40 bytes in front of a received datagram. */
    private static final int GRH = 40;

    private static final int IMM = 0xCAFE_F00D;

    private TwoAdapters wire;
    private MemoryRegion local;
    private TwoAdapters.Pair pair;

    @ParameterizedTest
    @CsvSource({
        "false, 256", "false, 512", "false, 1024", "false, 2048", "false, 4096",
        "true, 256", "true, 512", "true, 1024", "true, 2048", "true, 4096"})
    void shouldDoEachOperationOfRc(final boolean isIpv6, final int mtu) throws Exception
    {
        open(QpType.RC, isIpv6, mtu);
        for (final int length : LENGTHS)
        {
            for (final WrOpcode opcode : WrOpcode.values())
            {
                if (opcode.isAtomic())
                {
                    shouldCount(opcode);
                }
                else if (opcode == WrOpcode.RDMA_READ)
                {
                    shouldRead(length);
                }
                else
                {
                    shouldTransfer(opcode, length);
                }
            }
        }
        assertEquals(0, wire.right.count(Fate.DELIVERED_REQUEST) + wire.left.count(Fate.DELIVERED_RESPONSE));
        assertEquals(wire.right.ledger().received(), wire.right.count(Fate.REQUEST_EXECUTED));
        assertEquals(wire.left.ledger().received(), wire.left.count(Fate.RESPONSE_ACCEPTED));
        wire.requireSound();
    }

    @ParameterizedTest
    @CsvSource({
        "false, 256", "false, 512", "false, 1024", "false, 2048", "false, 4096",
        "true, 256", "true, 512", "true, 1024", "true, 2048", "true, 4096"})
    void shouldDoEachOperationOfUc(final boolean isIpv6, final int mtu) throws Exception
    {
        open(QpType.UC, isIpv6, mtu);
        for (final int length : LENGTHS)
        {
            for (final WrOpcode opcode : List.of(
                WrOpcode.SEND, WrOpcode.SEND_WITH_IMM, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM))
            {
                shouldTransfer(opcode, length);
            }
        }
        assertEquals(wire.right.ledger().received(), wire.right.count(Fate.REQUEST_EXECUTED));
        assertEquals(0, wire.left.ledger().received());
        wire.requireSound();
    }

    @ParameterizedTest
    @CsvSource({
        "false, 256", "false, 512", "false, 1024", "false, 2048", "false, 4096",
        "true, 256", "true, 512", "true, 1024", "true, 2048", "true, 4096"})
    void shouldDoEachOperationOfUd(final boolean isIpv6, final int mtu) throws Exception
    {
        open(QpType.UD, isIpv6, mtu);
        for (final int length : LENGTHS)
        {
            if (length <= mtu)
            {
                shouldTransfer(WrOpcode.SEND, length);
                shouldTransfer(WrOpcode.SEND_WITH_IMM, length);
            }
        }
        assertEquals(wire.right.ledger().received(), wire.right.count(Fate.REQUEST_EXECUTED));
        wire.requireSound();
    }

    /** What the request carries itself arrives, whatever becomes of the program's memory meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"RC", "UC", "UD"})
    void shouldSendWhatIsInline(final QpType type) throws Exception
    {
        open(type, false, 1_024);
        for (final int length : new int[]{0, 1, 1_023, 1_024})
        {
            final MemoryRegion remote = wire.right.zeros(MEMORY);
            final byte[] data = Adapter.bytes(local, 0, length);
            final UnsafeBuffer source = new UnsafeBuffer(data.clone());
            pair.right().postRecv(9, remote, 0, MEMORY);
            pair.left().post(destination(new SendWr().wrId(7).opcode(WrOpcode.SEND).inline(source, 0, length)));
            source.setMemory(0, length, (byte)0);
            wire.run();

            final int front = type == QpType.UD ? GRH : 0;
            assertEquals(List.of("7 SUCCESS SEND " + length), pair.left().completions());
            assertEquals(List.of("9 SUCCESS RECV " + (length + front)), pair.right().completions());
            assertArrayEquals(data, Adapter.bytes(remote, front, length));
        }
        wire.requireSound();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldGoOnWherePsnsBeginAnewWithinAMessage(final int packetsBefore) throws Exception
    {
        for (final WrOpcode opcode : List.of(WrOpcode.SEND, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_READ))
        {
            wire = new TwoAdapters();
            pair = wire.connect(QpType.RC, 256, 0x100_0000 - packetsBefore, 0x200);
            local = wire.left.memory(MEMORY);
            if (opcode == WrOpcode.RDMA_READ)
            {
                shouldRead(8 * 256);
            }
            else
            {
                shouldTransfer(opcode, 8 * 256);
            }
            shouldTransfer(WrOpcode.SEND_WITH_IMM, 300);
            assertEquals(wire.right.ledger().received(), wire.right.count(Fate.REQUEST_EXECUTED));
            wire.requireSound();
        }
    }

    private void open(final QpType type, final boolean isIpv6, final int mtu) throws VerbsException
    {
        wire = new TwoAdapters(isIpv6, mtu, Profile.IBTA, mtu);
        pair = wire.connect(type, mtu, 0xFF_FFF0, 0x200);
        local = wire.left.memory(MEMORY);
    }

    private void shouldTransfer(final WrOpcode opcode, final int length) throws VerbsException
    {
        final boolean isWrite = opcode == WrOpcode.RDMA_WRITE || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        final boolean takesReceive = opcode != WrOpcode.RDMA_WRITE;
        final boolean hasImm = opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
        final int front = pair.left().type == QpType.UD ? GRH : 0;
        final MemoryRegion remote = wire.right.zeros(MEMORY);
        final MemoryRegion ended = wire.right.zeros(1);
        if (takesReceive)
        {
            pair.right().postRecv(9, remote, 0, MEMORY);
        }
        // In two pieces, the other way round than they lie.
        final int first = length / 3;
        pair.left().post(destination(new SendWr().wrId(7).opcode(opcode)
            .sge(local.addr() + 1_000, first, local.lkey())
            .sge(local.addr(), length - first, local.lkey())
            .remote(remote.addr(), remote.rkey())
            .immData(IMM)
            .invalidateRkey(ended.rkey())
            .flag(SendFlag.SOLICITED)));
        wire.run();

        final WorkCompletion completion = new WorkCompletion();
        assertTrue(wire.left.cq.poll(completion));
        assertEquals(
            "7 SUCCESS %s %d".formatted(isWrite ? WcOpcode.RDMA_WRITE : WcOpcode.SEND, length),
            "%d %s %s %d".formatted(
                completion.wrId(), completion.status(), completion.opcode(), completion.byteLen()));
        assertFalse(wire.left.cq.poll(completion));
        assertEquals(takesReceive, wire.right.cq.poll(completion));
        if (takesReceive)
        {
            assertEquals(9, completion.wrId());
            assertEquals(WcStatus.SUCCESS, completion.status());
            assertEquals(isWrite ? WcOpcode.RECV_RDMA_WITH_IMM : WcOpcode.RECV, completion.opcode());
            assertEquals(length + front, completion.byteLen());
            assertEquals(pair.right().qpn(), completion.qpn());
            assertEquals(
                (hasImm ? WcFlag.WITH_IMM.bit() : 0) | (front > 0 ? WcFlag.GRH.bit() : 0) |
                    (opcode == WrOpcode.SEND_WITH_INV ? WcFlag.WITH_INV.bit() : 0),
                completion.flags());
            assertEquals(hasImm ? IMM : 0, completion.immData());
            assertEquals(front > 0 ? pair.left().qpn() : 0, completion.srcQp());
            assertEquals(opcode == WrOpcode.SEND_WITH_INV ? ended.rkey() : 0, completion.invalidatedRkey());
            assertFalse(wire.right.cq.poll(completion));
        }
        final byte[] expected = new byte[length];
        System.arraycopy(Adapter.bytes(local, 1_000, first), 0, expected, 0, first);
        System.arraycopy(Adapter.bytes(local, 0, length - first), 0, expected, first, length - first);
        assertArrayEquals(expected, Adapter.bytes(remote, front, length));
        assertArrayEquals(new byte[100], Adapter.bytes(remote, front + length, 100));
        deregister(ended);
        deregister(remote);
    }

    private void shouldRead(final int length) throws VerbsException
    {
        final MemoryRegion source = wire.right.memory(MEMORY);
        final MemoryRegion target = wire.left.zeros(MEMORY);
        final int first = length / 4;
        pair.left().post(new SendWr().wrId(7).opcode(WrOpcode.RDMA_READ)
            .sge(target.addr() + SECOND_PIECE, first, target.lkey())
            .sge(target.addr(), length - first, target.lkey())
            .remote(source.addr() + 3, source.rkey()));
        wire.run();

        assertEquals(List.of("7 SUCCESS RDMA_READ " + length), pair.left().completions());
        assertArrayEquals(Adapter.bytes(source, 3, first), Adapter.bytes(target, SECOND_PIECE, first));
        assertArrayEquals(Adapter.bytes(source, 3 + first, length - first), Adapter.bytes(target, 0, length - first));
        deregister(source);
        wire.left.resources.regions().deregMr(target);
    }

    private void shouldCount(final WrOpcode opcode) throws VerbsException
    {
        final MemoryRegion counter = wire.right.zeros(64);
        final MemoryRegion before = wire.left.zeros(8);
        final boolean isAdd = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
        for (int i = 0; i < 3; i++)
        {
            pair.left().post(new SendWr().wrId(i).opcode(opcode)
                .sge(before.addr(), 8, before.lkey())
                .remote(counter.addr() + 8, counter.rkey())
                .compareAdd(isAdd ? 5 : i * 5L)
                .swap(i * 5L + 5));
            wire.run();
            assertEquals(
                List.of(i + " SUCCESS " + (isAdd ? "FETCH_ADD" : "COMP_SWAP") + " 8"), pair.left().completions());
            assertEquals(i * 5L, number(before, 0));
        }
        assertEquals(15, number(counter, 8));
        deregister(counter);
        wire.left.resources.regions().deregMr(before);
    }

    private static long number(final MemoryRegion region, final int offset)
    {
        return new UnsafeBuffer(Adapter.bytes(region, offset, 8)).getLong(0);
    }

    private void deregister(final MemoryRegion region) throws VerbsException
    {
        wire.right.resources.regions().deregMr(region);
    }

    /** Only UD looks at it. */
    private SendWr destination(final SendWr wr)
    {
        return wr.destination(wire.right.ports.first().getAddress(), pair.right().qpn(), QpEnd.Q_KEY);
    }
}
