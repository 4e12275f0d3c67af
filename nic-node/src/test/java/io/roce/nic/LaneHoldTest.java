package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.lane.EventLoopLane;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.LanesConfig;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While the lanes of a node are held, none of them does anything. */
@Timeout(60)
class LaneHoldTest
{
    private static final int LANES = 4;
    private static final int ROUNDS = 2_000;

    private NicNode node;

    @BeforeEach
    void open() throws IOException
    {
        node = NicNode.open(new NicNodeConfig()
            .bind(new InetSocketAddress("127.20.9.4", 0))
            .lanes(LanesConfig.of(LANES)));
    }

    @AfterEach
    void close()
    {
        node.close();
    }

    /** A plain number that every lane counts up, and all of them at once, would lose some if two did at a time. */
    @Test
    void shouldSeeWhatEachLaneHasDoneAndLetNoneGoOnMeanwhile()
    {
        final int[] counts = new int[LANES];
        final List<CompletableFuture<?>> done = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++)
        {
            for (int lane = 0; lane < LANES; lane++)
            {
                final int of = lane;
                done.add(node.lanes().all().get(lane).submit(() -> counts[of]++));
            }
            done.add(node.lanes().whileHeld(() ->
            {
                for (int lane = 0; lane < LANES; lane++)
                {
                    counts[lane]++;
                }
                return null;
            }));
        }
        done.forEach(CompletableFuture::join);

        node.lanes().whileHeld(() ->
        {
            for (final int count : counts)
            {
                assertEquals(2 * ROUNDS, count);
            }
            return null;
        }).join();
    }

    @Test
    void shouldLetLanesGoWhenTheCommandFails()
    {
        final IllegalStateException failure = new IllegalStateException("a test's");

        final CompletionException thrown = assertThrows(
            CompletionException.class,
            () -> node.lanes().whileHeld(() ->
            {
                throw failure;
            }).join());

        assertEquals(failure, thrown.getCause());
        for (final Lane lane : node.lanes().all())
        {
            assertEquals(1, lane.submit(() -> 1).join());
        }
    }

    @Test
    void shouldFailWhenALaneIsClosed()
    {
        ((EventLoopLane)node.lanes().all().get(2)).close();

        final CompletionException thrown =
            assertThrows(CompletionException.class, () -> node.lanes().ledger().join());

        assertInstanceOf(RejectedExecutionException.class, thrown.getCause());
        assertTrue(node.lanes().first().submit(() -> true).join());
    }
}
