package io.roce.nic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.roce.nic.junit.QpEnd;
import io.roce.nic.junit.QpPair;
import io.roce.nic.junit.RoceExtension;
import io.roce.nic.junit.TestNode;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.qp.QpAttributes;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcOpcode;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Programs' threads post and poll while the lanes of both nodes work. */
@Timeout(120)
class PostingThreadsTest
{
    private static final int PAIRS = 3;
    private static final int MESSAGES = 5_000;
    private static final int LENGTH = Long.BYTES;
    private static final int ROUNDS = 200;

    @RegisterExtension
    final RoceExtension roce = RoceExtension.onSockets();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end()
    {
        threads.shutdownNow();
    }

    /** Of each queue pair one thread posts and another polls, at both ends. */
    @Test
    void shouldCompleteEachMessageOnceAndInOrder() throws Exception
    {
        final TestNode left = roce.open();
        final TestNode right = roce.open();
        final CompletionService<Void> sides = new ExecutorCompletionService<>(threads);
        for (int i = 0; i < PAIRS; i++)
        {
            final QpPair pair = roce.connect(QpType.RC, left, right);
            final Semaphore receives = new Semaphore(0);
            final Semaphore room = new Semaphore(QpEnd.CAP.maxSendWr());
            sides.submit(receive(pair.right(), receives));
            sides.submit(send(pair.left(), receives, room));
            sides.submit(poll(pair.left(), room));
        }
        for (int i = 0; i < 3 * PAIRS; i++)
        {
            sides.take().get();
        }
    }

    /** Posts each receive again, and sees that its message is the next one. */
    private static Callable<Void> receive(final QpEnd end, final Semaphore receives)
    {
        final int depth = QpEnd.CAP.maxRecvWr();
        final ByteBuffer memory = ByteBuffer.allocateDirect(depth * LENGTH);
        final MemoryRegion region = end.node().register(memory);
        return () ->
        {
            final WorkCompletion completion = new WorkCompletion();
            final RecvWr wr = new RecvWr();
            for (int i = 0; i < MESSAGES + depth; i++)
            {
                if (i >= depth)
                {
                    take(end, completion);
                    assertEquals(i - depth, completion.wrId());
                    assertEquals(WcOpcode.RECV, completion.opcode());
                    assertEquals(i - depth, memory.getLong(i % depth * LENGTH));
                }
                end.post(wr.clear().wrId(i).sge(region.addr() + (long)i % depth * LENGTH, LENGTH, region.lkey()));
                receives.release();
            }
            return null;
        };
    }

    private static Callable<Void> send(final QpEnd end, final Semaphore receives, final Semaphore room)
    {
        final UnsafeBuffer number = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
        return () ->
        {
            final SendWr wr = new SendWr();
            for (int i = 0; i < MESSAGES; i++)
            {
                receives.acquire();
                room.acquire();
                number.putLong(0, i, ByteOrder.BIG_ENDIAN);
                end.post(wr.clear().wrId(i).opcode(WrOpcode.SEND).inline(number, 0, LENGTH));
            }
            return null;
        };
    }

    private static Callable<Void> poll(final QpEnd end, final Semaphore room)
    {
        return () ->
        {
            final WorkCompletion completion = new WorkCompletion();
            for (int i = 0; i < MESSAGES; i++)
            {
                take(end, completion);
                assertEquals(i, completion.wrId());
                assertEquals(WcOpcode.SEND, completion.opcode());
                room.release();
            }
            return null;
        };
    }

    private static void take(final QpEnd end, final WorkCompletion completion) throws InterruptedException
    {
        while (!end.cq().poll(completion))
        {
            if (Thread.interrupted())
            {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(20_000);
        }
        assertEquals(WcStatus.SUCCESS, completion.status());
    }

    /** Receives that were posted before, meanwhile and after are flushed, each once. */
    @Test
    void shouldFlushEachReceiveThatIsPostedWhileTheQueuePairFails() throws Exception
    {
        final TestNode node = roce.open();
        for (int round = 0; round < ROUNDS; round++)
        {
            final QpEnd end = roce.connect(QpType.UC, node, node).left();
            final AtomicInteger posted = new AtomicInteger();
            final Future<?> posting = threads.submit(() ->
            {
                final RecvWr wr = new RecvWr();
                while (end.qp().state() != QpState.ERR && posted.get() < QpEnd.CAP.maxRecvWr() - 1)
                {
                    end.post(wr.wrId(posted.getAndIncrement()));
                }
                end.post(wr.wrId(posted.getAndIncrement()));
                return null;
            });
            final int before = round % 8;
            roce.await(() -> posted.get() > before, () -> "nothing was posted");
            end.qp().modify(QpState.ERR, new QpAttributes()).join();
            posting.get(20, TimeUnit.SECONDS);

            final BitSet flushed = new BitSet();
            for (int i = 0; i < posted.get(); i++)
            {
                final WorkCompletion completion = end.await();
                assertEquals(WcStatus.WR_FLUSH_ERR, completion.status());
                assertFalse(flushed.get((int)completion.wrId()));
                flushed.set((int)completion.wrId());
            }
            assertEquals(posted.get(), flushed.cardinality());
            assertFalse(end.cq().poll(new WorkCompletion()));
            end.qp().destroy().join();
        }
    }
}
