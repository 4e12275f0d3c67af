package io.roce.nic.work;

import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SendQueueTest
{
    private static final QpCap CAP = new QpCap(3, 0, 2, 0, 16);

    private final WorkCompletion polled = new WorkCompletion();
    private final CompletionQueue cq = cq(8);
    private final SendQueue queue = queue(TransportType.RC, false);

    @Test
    void shouldCopyWhatIsPosted() throws Exception
    {
        final InetAddress dgid = InetAddress.getByName("10.0.0.9");
        final SendWr wr = new SendWr()
            .wrId(-5)
            .opcode(WrOpcode.SEND_WITH_INV)
            .flag(SendFlag.FENCE)
            .flag(SendFlag.SOLICITED)
            .sge(0x1000, 7, 0x101)
            .sge(-8, 1L << 30, -1)
            .immData(0x8000_0001)
            .invalidateRkey(0x205)
            .remote(-16, 0x307)
            .compareAdd(-2)
            .swap(3)
            .destination(dgid, 0x11, -7);
        assertTrue(queue.post(wr));
        wr.clear();

        final SendWqe wqe = queue.get(0);
        final SendWr copy = wqe.wr();
        assertEquals(-5, copy.wrId());
        assertEquals(WrOpcode.SEND_WITH_INV, copy.opcode());
        assertEquals(1 | 4, copy.flags());
        assertEquals(2, copy.sges().count());
        assertEquals(0x1000, copy.sges().addr(0));
        assertEquals(7, copy.sges().length(0));
        assertEquals(0x101, copy.sges().lkey(0));
        assertEquals(-8, copy.sges().addr(1));
        assertEquals(1L << 30, copy.sges().length(1));
        assertEquals(-1, copy.sges().lkey(1));
        assertEquals(0x8000_0001, copy.immData());
        assertEquals(0x205, copy.invalidateRkey());
        assertEquals(-16, copy.remoteAddr());
        assertEquals(0x307, copy.rkey());
        assertEquals(-2, copy.compareAdd());
        assertEquals(3, copy.swap());
        assertEquals(dgid, copy.dgid());
        assertEquals(0x11, copy.remoteQpn());
        assertEquals(-7, copy.remoteQkey());
        assertEquals((1L << 30) + 7, wqe.length());
        assertFalse(wqe.isSignaled());
        assertFalse(wqe.isInline());

        assertEquals(null, wr.opcode());
        assertEquals(0, wr.sges().count() + wr.flags() + wr.remoteQpn() + wr.rkey() + wr.wrId() + wr.swap());
    }

    @Test
    void shouldBeFullAtItsCapacityUntilTheOldestCompletes() throws VerbsException
    {
        for (int i = 0; i < 3; i++)
        {
            assertTrue(queue.post(send(i)));
        }
        assertFalse(queue.post(send(3)), "capacity 3, though there are 4 slots");
        assertEquals(3, queue.tail());

        queue.complete(WcStatus.SUCCESS, 0);
        assertTrue(queue.post(send(4)));
        assertFalse(queue.post(send(5)));
        assertEquals(List.of(1L, 2L, 4L), ids());
        assertFalse(cq.poll(polled), "nothing was signaled");
    }

    /** Whoever has polled a completion finds room for another request. */
    @Test
    void shouldHaveRoomAgainWhenTheCompletionIsThere() throws VerbsException
    {
        final AtomicReference<SendQueue> full = new AtomicReference<>();
        final List<Boolean> posted = new ArrayList<>();
        final CompletionQueue told = new CompletionQueue(
            4, () -> posted.add(assertDoesNotThrow(() -> full.get().post(send(2)))));
        full.set(new SendQueue(TransportType.RC, new QpCap(1, 0, 1, 0, 0), true, told, 0x12, 9));
        assertTrue(full.get().post(send(1)));
        assertFalse(full.get().post(send(2)));

        told.reqNotify(false);
        full.get().complete(WcStatus.SUCCESS, 0);

        assertEquals(List.of(true), posted);
        assertTrue(told.poll(polled));
        assertEquals(1, polled.wrId());
        assertEquals(2, full.get().get(1).wr().wrId());
    }

    @Test
    void shouldStartAgainWithASlotThatWasUsedBefore() throws VerbsException
    {
        for (int i = 0; i < 9; i++)
        {
            queue.post(send(i));
            final SendWqe wqe = queue.get(i);
            assertFalse(wqe.isStarted());
            assertEquals(0, wqe.firstPsn() + wqe.lastPsn() + wqe.bytesDone() + wqe.bytesSent());
            wqe.start(5, 6);
            wqe.bytesSent(7);
            wqe.bytesDone(8);
            assertTrue(wqe.isStarted());
            assertEquals(List.of(5L, 6L, 7L, 8L), List.of(
                (long)wqe.firstPsn(), (long)wqe.lastPsn(), wqe.bytesSent(), wqe.bytesDone()));
            queue.complete(WcStatus.SUCCESS, 0);
        }
    }

    @Test
    void shouldTellSuccessOnlyWhenSignaledAndFailureAlways() throws VerbsException
    {
        queue.post(send(1));
        queue.post(send(2).flag(SendFlag.SIGNALED));
        queue.post(send(3));
        assertTrue(queue.complete(WcStatus.SUCCESS, 0));
        assertTrue(queue.complete(WcStatus.SUCCESS, 0));
        assertTrue(queue.complete(WcStatus.REM_ACCESS_ERR, 17));

        polls(2, WcStatus.SUCCESS, 0, WcOpcode.SEND, 5);
        polls(3, WcStatus.REM_ACCESS_ERR, 17, WcOpcode.SEND, 0);
        assertFalse(cq.poll(polled));
        assertTrue(queue.isEmpty());
        assertThrows(IndexOutOfBoundsException.class, () -> queue.complete(WcStatus.SUCCESS, 0));
    }

    @Test
    void shouldTellEverySuccessWhenAllAreSignaled() throws VerbsException
    {
        final SendQueue all = queue(TransportType.RC, true);
        all.post(send(1));
        assertTrue(all.get(0).isSignaled());
        all.complete(WcStatus.SUCCESS, 0);
        polls(1, WcStatus.SUCCESS, 0, WcOpcode.SEND, 5);
    }

    @ParameterizedTest
    @CsvSource({
        "SEND, SEND", "SEND_WITH_IMM, SEND", "SEND_WITH_INV, SEND", "RDMA_WRITE, RDMA_WRITE",
        "RDMA_WRITE_WITH_IMM, RDMA_WRITE", "RDMA_READ, RDMA_READ", "ATOMIC_CMP_AND_SWP, COMP_SWAP",
        "ATOMIC_FETCH_AND_ADD, FETCH_ADD"})
    void shouldNameWhatCompletes(final WrOpcode opcode, final WcOpcode completion) throws VerbsException
    {
        queue.post(new SendWr().opcode(opcode).sge(0, 8, 1).flag(SendFlag.SIGNALED));
        queue.complete(WcStatus.SUCCESS, 0);
        polls(0, WcStatus.SUCCESS, 0, completion, 8);
    }

    @Test
    void shouldFlushInOrderWhatWasPosted() throws VerbsException
    {
        queue.post(send(1).flag(SendFlag.SIGNALED));
        queue.post(send(2));
        queue.post(send(3));
        queue.next(2);
        assertTrue(queue.flush());

        assertTrue(queue.isEmpty());
        assertEquals(3, queue.next());
        for (int i = 1; i <= 3; i++)
        {
            polls(i, WcStatus.WR_FLUSH_ERR, 0, WcOpcode.SEND, 0);
        }
        assertFalse(cq.poll(polled));
        assertTrue(queue.flush(), "nothing there");
    }

    @Test
    void shouldDiscardWithoutAWord() throws VerbsException
    {
        queue.post(send(1).flag(SendFlag.SIGNALED));
        queue.post(send(2));
        queue.discard();
        assertTrue(queue.isEmpty());
        assertEquals(2, queue.next());
        assertFalse(cq.poll(polled));
        assertTrue(queue.post(send(3)));
        assertEquals(List.of(3L), ids());
    }

    @Test
    void shouldSendAgainFromWhereItIsTold() throws VerbsException
    {
        queue.post(send(1));
        queue.post(send(2));
        queue.next(2);
        assertThrows(IndexOutOfBoundsException.class, () -> queue.next(3));
        queue.next(0);
        assertEquals(0, queue.next());

        queue.complete(WcStatus.SUCCESS, 0);
        assertEquals(1, queue.next(), "what is complete is not sent");
        assertThrows(IndexOutOfBoundsException.class, () -> queue.next(0));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.get(0));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.get(2));
    }

    @Test
    void shouldSayWhenACompletionIsLost() throws VerbsException
    {
        final CompletionQueue one = cq(1);
        final SendQueue queue = new SendQueue(TransportType.RC, CAP, true, one, 0x11, 1);
        queue.post(send(1));
        queue.post(send(2));
        queue.post(send(3));
        assertTrue(queue.complete(WcStatus.SUCCESS, 0));
        assertFalse(queue.complete(WcStatus.SUCCESS, 0));
        assertFalse(queue.flush());
        assertTrue(queue.isEmpty());
        assertEquals(2, one.lost());
    }

    @Test
    void shouldCopyInlineDataWhenItIsPosted() throws VerbsException
    {
        final byte[] source = new byte[32];
        source[5] = 42;
        final SendWr wr = new SendWr().opcode(WrOpcode.SEND).inline(new UnsafeBuffer(source), 5, 16);
        assertTrue(queue.post(wr));
        source[5] = 1;

        final SendWqe wqe = queue.get(0);
        assertTrue(wqe.isInline());
        assertEquals(16, wqe.length());
        assertEquals(42, wqe.inlineData()[0]);
        assertFalse(wqe.wr().hasInlineData(), "the program's memory is not kept");

        assertTrue(queue.post(wr.clear().opcode(WrOpcode.SEND).inline(new UnsafeBuffer(source), 0, 0)));
        assertEquals(0, queue.get(1).length());
        assertThrows(IndexOutOfBoundsException.class, () -> wr.inline(new UnsafeBuffer(source), 17, 16));
    }

    @Test
    void shouldRefuseInlineDataThatDoesNotFit()
    {
        final UnsafeBuffer source = new UnsafeBuffer(new byte[32]);
        final SendWr wr = new SendWr().opcode(WrOpcode.SEND);
        refused(wr.inline(source, 0, 17), "inline_data", 17L, 0L, 16L);
        refused(wr.inline(source, 0, 16).sge(0, 1, 1), "num_sge", 1L, 0L, 0L);
        refused(wr.clear().opcode(WrOpcode.SEND).inline(source, 0, 4).flags(0), "send_flags", 0, null, null);
        refused(wr.clear().opcode(WrOpcode.SEND).flag(SendFlag.INLINE), "send_flags", 8, null, null);
        for (final WrOpcode opcode : List.of(WrOpcode.RDMA_READ, WrOpcode.ATOMIC_FETCH_AND_ADD))
        {
            refused(wr.clear().opcode(opcode).inline(source, 0, 8), "opcode", opcode.name(), null, null);
        }
    }

    @Test
    void shouldRefuseEntriesAndLengthsOutOfRange() throws VerbsException
    {
        final SendWr wr = new SendWr().opcode(WrOpcode.RDMA_WRITE);
        refused(wr.sge(0, 1, 1).sge(0, 1, 1).sge(0, 1, 1), "num_sge", 3L, 0L, 2L);
        wr.clear().opcode(WrOpcode.SEND);
        for (int i = 0; i < 40; i++)
        {
            wr.sge(0, 1, 1);
        }
        refused(wr, "num_sge", 40L, 0L, 2L);

        final long max = 1L << 31;
        refused(wr.clear().opcode(WrOpcode.SEND).sge(0, max + 1, 1), "sge[0].length", max + 1, 0L, max);
        refused(wr.clear().opcode(WrOpcode.SEND).sge(0, 0, 1).sge(0, -1, 1), "sge[1].length", -1L, 0L, max);
        refused(wr.clear().opcode(WrOpcode.SEND).sge(0, Long.MAX_VALUE, 1), "sge[0].length", Long.MAX_VALUE, 0L, max);
        refused(wr.clear().opcode(WrOpcode.SEND).sge(0, max, 1).sge(0, max, 1), "length", 2 * max, 0L, max);
        refused(wr.clear().opcode(WrOpcode.SEND).sge(0, max, 1).sge(0, 1, 1), "length", max + 1, 0L, max);
        refused(wr.clear().opcode(WrOpcode.SEND).flags(16), "send_flags", 16L, 0L, 15L);

        assertTrue(queue.post(wr.clear().opcode(WrOpcode.SEND).sge(0, max, 1).sge(0, 0, 1)));
        assertEquals(max, queue.get(0).length());
        assertEquals(1, queue.tail(), "nothing refused was posted");
    }

    @Test
    void shouldRefuseAtomicsThatCannotBeDone() throws VerbsException
    {
        final SendWr wr = new SendWr().opcode(WrOpcode.ATOMIC_FETCH_AND_ADD);
        refused(wr.sge(0, 7, 1), "length", 7L, 8L, 1L << 31);
        refused(wr.sge(0, 1, 1).remote(-4, 1), "remote_addr", "18446744073709551612", null, null);
        assertTrue(queue.post(wr.remote(-8, 1)));
        assertEquals(8, queue.get(0).length());
    }

    @Test
    void shouldRefuseDatagramsWithoutADestination() throws Exception
    {
        final SendQueue ud = queue(TransportType.UD, false);
        final InetAddress dgid = InetAddress.getByName("10.0.0.9");
        refused(ud, send(1), "dgid", null, null, null);
        refused(ud, send(1).destination(dgid, 0x100_0000, 0), "remote_qpn", 0x100_0000L, 0L, 0xFF_FFFFL);
        refused(ud, send(1).destination(dgid, 2, 0).sgidIndex(256), "sgid_index", 256L, 0L, 255L);
        refused(ud, send(1).destination(dgid, 2, 0).sgidIndex(-1), "sgid_index", -1L, 0L, 255L);
        refused(ud, send(1).destination(dgid, -1, 0), "remote_qpn", -1L, 0L, 0xFF_FFFFL);
        assertTrue(ud.post(send(1).destination(dgid, 0xFF_FFFF, 0)));
    }

    @ParameterizedTest
    @EnumSource(WrOpcode.class)
    void shouldRefuseWhatTheTransportDoesNotTake(final WrOpcode opcode) throws Exception
    {
        final SendWr wr = new SendWr()
            .opcode(opcode).sge(0, 8, 1).destination(InetAddress.getByName("10.0.0.9"), 0x11, 0);
        for (final TransportType transport : List.of(TransportType.RC, TransportType.UC, TransportType.UD))
        {
            final SendQueue queue = queue(transport, false);
            if (opcode.isTakenBy(transport))
            {
                assertTrue(queue.post(wr));
            }
            else
            {
                refused(queue, wr, "opcode", opcode.name(), null, null);
            }
        }
    }

    @Test
    void shouldRefuseARequestWithoutOpcode()
    {
        refused(new SendWr(), "opcode", "null", null, null);
    }

    @Test
    void shouldRefuseCapacitiesOutOfRange()
    {
        capRefused(new QpCap(-1, 0, 0, 0, 0), "max_send_wr");
        capRefused(new QpCap(32_769, 0, 0, 0, 0), "max_send_wr");
        capRefused(new QpCap(0, 32_769, 0, 0, 0), "max_recv_wr");
        capRefused(new QpCap(0, 0, 33, 0, 0), "max_send_sge");
        capRefused(new QpCap(0, 0, 0, 33, 0), "max_recv_sge");
        capRefused(new QpCap(0, 0, 0, 0, 1025), "max_inline_data");
    }

    @Test
    void shouldTakeNothingWithoutRoom() throws VerbsException
    {
        assertFalse(new SendQueue(TransportType.RC, new QpCap(0, 0, 1, 0, 0), false, cq, 2, 1).post(send(1)));
    }

    private void capRefused(final QpCap cap, final String field)
    {
        final VerbsException refused = assertThrows(
            VerbsException.class, () -> new SendQueue(TransportType.RC, cap, false, cq, 2, 1));
        assertEquals(field, refused.fields().get("field"));
    }

    private void refused(
        final SendWr wr, final String field, final Object value, final Long min, final Long max)
    {
        refused(queue, wr, field, value, min, max);
    }

    private static void refused(
        final SendQueue queue,
        final SendWr wr,
        final String field,
        final Object value,
        final Long min,
        final Long max)
    {
        final VerbsException refused = assertThrows(VerbsException.class, () -> queue.post(wr));
        assertEquals(VerbsErrorCode.OUT_OF_RANGE, refused.code());
        assertEquals(field, refused.fields().get("field"), refused.getMessage());
        assertEquals(value, refused.fields().get("value"), refused.getMessage());
        assertEquals(min, refused.fields().get("min"), refused.getMessage());
        assertEquals(max, refused.fields().get("max"), refused.getMessage());
        assertTrue(queue.isEmpty());
    }

    private void polls(
        final long wrId, final WcStatus status, final int vendorErr, final WcOpcode opcode, final long byteLen)
    {
        assertTrue(cq.poll(polled));
        assertEquals(wrId, polled.wrId());
        assertEquals(status, polled.status());
        assertEquals(vendorErr, polled.vendorErr());
        assertEquals(opcode, polled.opcode());
        assertEquals(byteLen, polled.byteLen());
        assertEquals(0x11, polled.qpn());
        assertEquals(77, polled.generation());
    }

    private List<Long> ids()
    {
        final List<Long> ids = new ArrayList<>();
        for (long index = queue.head(); index < queue.tail(); index++)
        {
            ids.add(queue.get(index).wr().wrId());
        }
        return ids;
    }

    private static SendWr send(final long wrId)
    {
        return new SendWr().wrId(wrId).opcode(WrOpcode.SEND).sge(0x1000, 5, 1);
    }

    private SendQueue queue(final TransportType transport, final boolean isAllSignaled)
    {
        try
        {
            return new SendQueue(transport, CAP, isAllSignaled, cq, 0x11, 77);
        }
        catch (final VerbsException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static CompletionQueue cq(final int cqe)
    {
        try
        {
            return new CompletionQueue(cqe, () -> { });
        }
        catch (final VerbsException ex)
        {
            throw new AssertionError(ex);
        }
    }
}
