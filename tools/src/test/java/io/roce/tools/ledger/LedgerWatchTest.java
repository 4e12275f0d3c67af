package io.roce.tools.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;

import java.net.ConnectException;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class LedgerWatchTest
{
    private static final long SENT = 5;

    private final CachedNanoClock clock = new CachedNanoClock();
    private long received = 100;
    private long held;
    private long kernelDrops;
    private int pauses;

    @Test
    void shouldReturnAtOnceWhenAllIsThere()
    {
        final LedgerWatch watch = watch(0);
        received += SENT;

        assertEquals(SENT, watch.settle(SENT).received());
        assertEquals(0, pauses);
    }

    @Test
    void shouldWaitForWhatIsOnItsWay()
    {
        final LedgerWatch watch = watch(1);

        assertEquals(SENT, watch.settle(SENT).received());
        assertEquals(5, pauses);
    }

    @Test
    void shouldNotWaitForWhatTheKernelDropped()
    {
        final LedgerWatch watch = watch(0);
        received += SENT - 2;
        kernelDrops += 2;

        final LedgerDifference difference = watch.settle(SENT);

        assertEquals(SENT - 2, difference.received());
        assertEquals(2, difference.kernelDrops());
        assertEquals(0, pauses);
    }

    @Test
    void shouldWaitUntilNothingMoreIsHeld()
    {
        final LedgerWatch watch = watch(0);
        received += SENT;
        held = 1;

        watch.settle(SENT);

        assertTrue(pauses > 1, "the held one never ends");
    }

    @Test
    void shouldGiveUpWhenPatienceIsOver()
    {
        final LedgerWatch watch = watch(0);
        received += SENT - 1;
        final long startNs = clock.nanoTime();

        assertEquals(SENT - 1, watch.settle(SENT).received());
        assertTrue(clock.nanoTime() - startNs >= LedgerWatch.PATIENCE_NS);
    }

    @Test
    void shouldMindThatNobodyListensOnlyWhereTheNodeIsRequired()
    {
        final NodeAdmin silent = (method, path, body) ->
        {
            throw new NodeUnreachableException("no node answers", new ConnectException());
        };

        assertThrows(
            NodeUnreachableException.class, () -> NodeAccount.begin(silent, true, clock, durationNs -> { }));
        final SendOutcome outcome = NodeAccount.begin(silent, false, clock, durationNs -> { }).finish(SENT);
        assertEquals("no node answers", outcome.whyUnknown());
        assertTrue(outcome.isAccountedFor());
    }

    /** A watch that has begun; each pause brings so many datagrams more. */
    private LedgerWatch watch(final int receivedPerPause)
    {
        final LedgerWatch watch = new LedgerWatch(this::answer, clock, durationNs ->
        {
            pauses++;
            received += receivedPerPause;
            clock.advance(durationNs);
        });
        watch.begin();
        return watch;
    }

    private JsonNode answer(final String method, final String path, final JsonNode body)
    {
        assertEquals("GET /v1/ledger", method + ' ' + path);
        final ObjectNode json = JsonNodeFactory.instance.objectNode()
            .put("received", received)
            .put("injected", 0)
            .put("held", held)
            .put("kernel_drops", kernelDrops);
        json.putArray("fates").addObject().put("fate", "DELIVERED_REQUEST").put("count", received - held);
        return json;
    }
}
