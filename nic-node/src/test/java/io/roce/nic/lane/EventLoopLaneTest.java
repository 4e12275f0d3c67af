package io.roce.nic.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.roce.nic.Await;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.MemoryLink;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.link.TimedWork;
import io.roce.nic.link.UdpLink;
import io.roce.nic.stats.Ledger;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import org.agrona.LangUtil;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class EventLoopLaneTest
{
    private static final List<GidEntry> GIDS =
        List.of(new GidEntry(1, 0, new InetSocketAddress("10.0.0.2", 4791)));

    private final EventLoopGroup group = UdpLink.newEventLoopGroup(LinkKind.NIO, "lane-under-test");
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final AtomicInteger ticks = new AtomicInteger();
    private final QueuePairs queuePairs = QueuePairsFixture.open(0x100, 0x1FF, this::nanoTime);
    private RuntimeException tickFailure;
    private LaneWork work = SampleWork.none();
    private EventLoopLane lane;
    private MemoryLink link;

    @AfterEach
    void close()
    {
        group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldRunCommandsInOrderOnOneThread() throws Exception
    {
        open();
        final List<Integer> order = new ArrayList<>();
        final CompletableFuture<Thread> first = lane.submit(() -> ran(order, 1));
        final CompletableFuture<Thread> second = lane.submit(() -> ran(order, 2));

        assertSame(first.get(), second.get());
        assertEquals(List.of(1, 2), lane.submit(() -> List.copyOf(order)).get());
    }

    @Test
    void shouldHandTheCallerWhatACommandThrows() throws Exception
    {
        open();
        final IOException failure = new IOException("as expected");

        final ExecutionException thrown = assertThrows(ExecutionException.class, () -> lane.submit(() ->
        {
            throw failure;
        }).get());

        assertSame(failure, thrown.getCause());
        assertEquals(7, lane.submit(() -> 7).get());
    }

    @Test
    void shouldTick() throws Exception
    {
        open();
        Await.until(ticks::get, count -> count >= 2);
    }

    @Test
    void shouldGoOnTickingWhenATickFails() throws Exception
    {
        final IllegalStateException defect = new IllegalStateException("tick");
        tickFailure = defect;
        open();

        Await.until(() -> lane.submit(errors::size).get(), count -> count >= 2);
        assertSame(defect, errors.get(0));
    }

    @Test
    void shouldPollWorkAfterCommandsAndBatchesAndAtItsDeadline() throws Exception
    {
        final BlockingQueue<Thread> polls = new LinkedBlockingQueue<>();
        final AtomicLong nextDeadlineNs = new AtomicLong(TimedWork.NO_DEADLINE);
        final AtomicLong deadlineNs = new AtomicLong(TimedWork.NO_DEADLINE);
        work = SampleWork.of(new TimedWork()
        {
            @Override
            public long nextDeadlineNs()
            {
                return deadlineNs.get();
            }

            @Override
            public int poll(final long nowNs)
            {
                polls.add(Thread.currentThread());
                // What comes up in one poll is due in the next.
                deadlineNs.set(nextDeadlineNs.getAndSet(TimedWork.NO_DEADLINE));
                return 0;
            }
        });
        open();
        final Thread loop = lane.submit(Thread::currentThread).get();
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));

        lane.submit(() ->
        {
            link.endBatch();
            return null;
        }).get();
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));

        nextDeadlineNs.set(System.nanoTime());
        lane.submit(() -> null);
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));
        lane.submit(() -> null).get();
        assertSame(loop, polls.poll(10, TimeUnit.SECONDS));
        assertTrue(polls.isEmpty());
    }

    @Test
    void shouldFailCommandsOnceClosed() throws Exception
    {
        open();
        final Thread loop = lane.submit(Thread::currentThread).get();
        lane.close();

        assertSame(loop, link.closer());
        final ExecutionException thrown = assertThrows(ExecutionException.class, () -> lane.submit(() -> 1).get());
        assertInstanceOf(RejectedExecutionException.class, thrown.getCause());
        lane.close();
    }

    @Test
    void shouldAnswerEveryCommandThatRacesWithClose() throws Exception
    {
        open();
        final List<CompletableFuture<Integer>> futures = new CopyOnWriteArrayList<>();
        final CountDownLatch started = new CountDownLatch(1);
        final Thread submitter = new Thread(() ->
        {
            for (int i = 0; i < 2_000; i++)
            {
                futures.add(lane.submit(() -> 1));
                started.countDown();
            }
        });
        submitter.start();
        started.await();

        lane.close();
        submitter.join();

        for (final CompletableFuture<Integer> future : futures)
        {
            future.handle((result, failure) -> result).get(10, TimeUnit.SECONDS);
        }
        assertEquals(2_000, futures.size());
    }

    @Test
    void shouldCloseFromACommandOfItsOwn() throws Exception
    {
        open();
        final CompletableFuture<Integer> closing = lane.submit(() ->
        {
            lane.close();
            return 1;
        });

        assertEquals(1, closing.get());
        assertTrue(group.terminationFuture().await(10, TimeUnit.SECONDS));
    }

    static Stream<Throwable> failures()
    {
        return Stream.of(
            new IOException("in use"), new IllegalStateException("defect"), new NoClassDefFoundError("missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldEndTheLoopWhenTheLinkCannotBeOpened(final Throwable failure)
    {
        assertSame(failure, assertThrows(Throwable.class, () -> EventLoopLane.open(
            group,
            GIDS,
            (gid, eventLoop) ->
            {
                LangUtil.rethrowUnchecked(failure);
                return null;
            },
            links -> work,
            queuePairs,
            new Ledger(),
            SystemNanoClock.INSTANCE,
            errors::add)));

        assertTrue(group.isTerminated());
    }

    @Test
    void shouldCloseTheLinksBeforeTheOneThatCannotBeOpened()
    {
        final IOException failure = new IOException("in use");
        final List<MemoryLink> opened = new ArrayList<>();
        final List<GidEntry> three = Ports.of(
            Port.of(1, GIDS.get(0).udp(), new InetSocketAddress("10.0.0.3", 4791)),
            Port.of(2, new InetSocketAddress("10.0.0.4", 4791))).gids();

        assertSame(failure, assertThrows(IOException.class, () -> EventLoopLane.open(
            group,
            three,
            (gid, eventLoop) ->
            {
                if (gid.portNum() == 2)
                {
                    throw failure;
                }
                opened.add(new MemoryLink(gid));
                return opened.get(opened.size() - 1);
            },
            links -> work,
            queuePairs,
            new Ledger(),
            SystemNanoClock.INSTANCE,
            errors::add)));

        assertEquals(2, opened.size());
        opened.forEach(closed -> assertNotNull(closed.closer()));
        assertTrue(group.isTerminated());
    }

    @Test
    void shouldCloseTheLinkWhenTheLoopEndsBeforeTheLaneHasBegun()
    {
        assertThrows(RejectedExecutionException.class, () -> EventLoopLane.open(
            group,
            GIDS,
            (gid, eventLoop) ->
            {
                link = new MemoryLink(gid);
                group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).awaitUninterruptibly();
                return link;
            },
            links -> work,
            queuePairs,
            new Ledger(),
            SystemNanoClock.INSTANCE,
            errors::add));

        assertNotNull(link.closer());
    }

    private void open() throws IOException
    {
        lane = EventLoopLane.open(
            group,
            GIDS,
            (gid, eventLoop) -> link = new MemoryLink(gid),
            links -> work,
            queuePairs,
            new Ledger(),
            SystemNanoClock.INSTANCE,
            errors::add);
    }

    /** The clock that every tick looks at. */
    private long nanoTime()
    {
        ticks.incrementAndGet();
        if (tickFailure != null)
        {
            throw tickFailure;
        }
        return 0;
    }

    private static Thread ran(final List<Integer> order, final int command)
    {
        order.add(command);
        return Thread.currentThread();
    }
}
