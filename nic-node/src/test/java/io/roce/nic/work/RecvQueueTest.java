package io.roce.nic.work;

import io.roce.nic.error.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RecvQueueTest
{
    private final WorkCompletion polled = new WorkCompletion();
    private final CompletionQueue cq;
    private final RecvQueue queue;

    RecvQueueTest() throws VerbsException
    {
        cq = new CompletionQueue(4, () -> { });
        queue = new RecvQueue(new QpCap(0, 3, 0, 2, 0), cq, 0x12, 9);
    }

    @Test
    void shouldUseUpReceivesInOrder() throws VerbsException
    {
        assertNull(queue.oldest());
        final RecvWr wr = new RecvWr().wrId(1).sge(0x1000, 100, 5).sge(0x2000, 1L << 30, 6);
        assertTrue(queue.post(wr));
        assertTrue(queue.post(wr.clear().wrId(2)));
        assertTrue(queue.post(wr.clear().wrId(3)));
        assertFalse(queue.post(wr.clear().wrId(4)));
        assertEquals(3, queue.size());

        final RecvWqe first = queue.oldest();
        assertEquals(1, first.wr().wrId());
        assertEquals((1L << 30) + 100, first.length());
        assertEquals(2, first.wr().sges().count());
        assertEquals(6, first.wr().sges().lkey(1));
        assertSame(first, queue.oldest());

        final WorkCompletion completion = new WorkCompletion()
            .opcode(WcOpcode.RECV)
            .byteLen(60)
            .srcQp(0x99)
            .flags(WcFlag.GRH.bit() | WcFlag.WITH_IMM.bit())
            .immData(-3)
            .invalidatedRkey(0x701)
            .pkeyIndex(2);
        assertTrue(queue.complete(completion));
        assertEquals(2, queue.oldest().wr().wrId());
        assertEquals(0, queue.oldest().length());
        assertTrue(queue.post(wr.clear().wrId(5)));

        assertTrue(cq.poll(polled));
        assertEquals(1, polled.wrId());
        assertEquals(WcStatus.SUCCESS, polled.status());
        assertEquals(WcOpcode.RECV, polled.opcode());
        assertEquals(60, polled.byteLen());
        assertEquals(0x12, polled.qpn());
        assertEquals(9, polled.generation());
        assertEquals(0x99, polled.srcQp());
        assertEquals(3, polled.flags());
        assertEquals(-3, polled.immData());
        assertEquals(0x701, polled.invalidatedRkey());
        assertEquals(2, polled.pkeyIndex());
    }

    /** Whoever has polled a completion finds room for another receive. */
    @Test
    void shouldHaveRoomAgainWhenTheCompletionIsThere() throws VerbsException
    {
        final AtomicReference<RecvQueue> full = new AtomicReference<>();
        final List<Boolean> posted = new ArrayList<>();
        final CompletionQueue told = new CompletionQueue(
            4, () -> posted.add(assertDoesNotThrow(() -> full.get().post(new RecvWr().wrId(2)))));
        full.set(new RecvQueue(new QpCap(0, 1, 0, 0, 0), told, 0x12, 9));
        assertTrue(full.get().post(new RecvWr().wrId(1)));
        assertFalse(full.get().post(new RecvWr()));

        told.reqNotify(false);
        full.get().complete(new WorkCompletion().opcode(WcOpcode.RECV));

        assertEquals(List.of(true), posted);
        assertTrue(told.poll(polled));
        assertEquals(1, polled.wrId());
        assertEquals(2, full.get().oldest().wr().wrId());
    }

    @Test
    void shouldFindAnAbandonedReceiveAsItWasPosted() throws VerbsException
    {
        queue.post(new RecvWr().wrId(1));
        queue.oldest().isStarted(true);
        assertTrue(queue.oldest().isStarted());
        queue.oldest().isStarted(false);
        assertEquals(1, queue.oldest().wr().wrId());

        queue.oldest().isStarted(true);
        queue.complete(new WorkCompletion().opcode(WcOpcode.RECV));
        for (int i = 0; i < 4; i++)
        {
            queue.post(new RecvWr().wrId(i));
            assertFalse(queue.oldest().isStarted(), "a slot that was used before");
            queue.complete(new WorkCompletion().opcode(WcOpcode.RECV));
            cq.poll(polled);
        }
    }

    @Test
    void shouldFlushInOrderAndDiscardWithoutAWord() throws VerbsException
    {
        for (int i = 1; i <= 3; i++)
        {
            queue.post(new RecvWr().wrId(i));
        }
        assertTrue(queue.flush());
        for (int i = 1; i <= 3; i++)
        {
            assertTrue(cq.poll(polled));
            assertEquals(i, polled.wrId());
            assertEquals(WcStatus.WR_FLUSH_ERR, polled.status());
            assertEquals(WcOpcode.RECV, polled.opcode());
            assertEquals(0x12, polled.qpn());
        }

        queue.post(new RecvWr().wrId(4));
        queue.discard();
        assertNull(queue.oldest());
        assertFalse(cq.poll(polled));
        assertThrows(IndexOutOfBoundsException.class, () -> queue.complete(new WorkCompletion()));
    }

    @Test
    void shouldSayWhenACompletionIsLost() throws VerbsException
    {
        final RecvQueue queue = new RecvQueue(new QpCap(0, 8, 0, 0, 0), cq, 0x12, 9);
        for (int i = 0; i < 5; i++)
        {
            queue.post(new RecvWr().wrId(i));
        }
        for (int i = 0; i < 4; i++)
        {
            assertTrue(queue.complete(new WorkCompletion().opcode(WcOpcode.RECV)));
        }
        assertFalse(queue.complete(new WorkCompletion().opcode(WcOpcode.RECV)));
        assertNull(queue.oldest());
    }

    @Test
    void shouldRefuseWhatIsOutOfRange()
    {
        final VerbsException refused = assertThrows(VerbsException.class, () ->
            queue.post(new RecvWr().sge(0, 1, 1).sge(0, 1, 1).sge(0, 1, 1)));
        assertEquals("num_sge is 3, outside 0 to 2", refused.getMessage());
        assertThrows(VerbsException.class, () ->
            queue.post(new RecvWr().sge(0, 1L << 31, 1).sge(0, 1, 1)));
        assertThrows(VerbsException.class, () -> new RecvQueue(new QpCap(0, -1, 0, 0, 0), cq, 2, 1));
        assertNull(queue.oldest());
    }
}
