package io.roce.tools.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.qp.ModelNode;
import io.roce.tools.qp.OwnedQps;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class ResetDrillTest
{
    private static final long HOLD_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final List<String> FATES = List.of(
        "DELIVERED_REQUEST", "QP_STATE_RESET", "QP_STATE_INIT", "PEER_MISMATCH", "QP_STATE_RESET", "DELIVERED_REQUEST");

    private final CachedNanoClock clock = new CachedNanoClock();
    private final ModelNode node = new ModelNode(clock, HOLD_NS);

    @Test
    void shouldFollowTheQueuePairThroughResetAndUpAgain() throws IOException
    {
        final DrillResult result = drill(asItShould(), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(FATES, fates(result));
        assertEquals(
            List.of(new QpIdentity(1, 0), new QpIdentity(1, 1), new QpIdentity(1, 1), new QpIdentity(1, 1),
                new QpIdentity(1, 2), new QpIdentity(1, 2)),
            result.steps().stream().map(DrillStep::identity).toList());
        assertEquals(new DrillResult.Reset(0, 0), result.outcome());
        assertEquals("PEER_MISMATCH", DrillResult.stoppedBy(result.otherPeer()));
        assertNull(DrillResult.stoppedBy(result.samePeer()));
        assertEquals(0, clock.nanoTime(), "waited for nothing");
        assertTrue(node.qps().isEmpty());
        assertTrue(
            text(result).contains("nothing but the PSN tells the old connection's packet from the new one's;"),
            text(result));
    }

    @Test
    void shouldShowWhatTheNodeHasCounted() throws IOException
    {
        node.resetHold("warn");

        final DrillResult result = drill(asItShould(), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(FATES, fates(result));
        assertEquals(new DrillResult.Reset(2, 0), result.outcome());
        assertTrue(text(result).contains("early_inits counts 2."), text(result));
    }

    @Test
    void shouldWaitUntilTheNodeRefusesNoMore() throws IOException
    {
        node.resetHold("refuse");

        final DrillResult result = drill(asItShould(), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(
            List.of("DELIVERED_REQUEST", "QP_STATE_RESET", "QP_STATE_RESET", "QP_STATE_INIT", "PEER_MISMATCH",
                "QP_STATE_RESET", "QP_STATE_RESET", "DELIVERED_REQUEST"),
            fates(result));
        assertEquals("kept there: INIT refused, RESET_HOLD for 2s", result.steps().get(2).what());
        assertEquals(new DrillResult.Reset(0, 2), result.outcome());
        assertEquals(2 * HOLD_NS, clock.nanoTime(), "waited out twice");
    }

    @Test
    void shouldNotBeginWhenTheHoldIsTooLong()
    {
        node.resetHold("refuse");

        final CommandFailedException failure =
            assertThrows(CommandFailedException.class, () -> drill(asItShould(), HOLD_NS / 2));

        assertEquals(
            "the node holds queue pairs in RESET for 2000 ms, longer than the 1000 ms that this waits (--max-wait)",
            failure.getMessage());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldNotWaitForAHoldOfItsOwnThatIsTooLong()
    {
        node.auto().resetHold("refuse");

        final CommandFailedException failure =
            assertThrows(CommandFailedException.class, () -> drill(asItShould(), HOLD_NS / 2));

        assertEquals(
            "the node holds 0x000011 in RESET for 2000 ms, longer than the 1000 ms that this waits (--max-wait)",
            failure.getMessage());
        assertTrue(node.qps().isEmpty());
    }

    @Test
    void shouldSayWhenAFateIsDifferent() throws IOException
    {
        final DrillResult result = drill(
            qpn -> node.count(OldRequests.fate(node, qpn).replace("QP_STATE_INIT", "DELIVERED_REQUEST")), MAX_WAIT_NS);

        assertFalse(result.isOk());
        assertEquals(
            List.of("in INIT"), result.steps().stream().filter(step -> !step.isOk()).map(DrillStep::what).toList());
    }

    @Test
    void shouldNotTakeAnotherLifeOfTheNumberForTheSame() throws IOException
    {
        final DrillResult result = drill(
            qpn ->
            {
                node.count(OldRequests.fate(node, qpn));
                node.qps().get(qpn).put("generation", 7);
            },
            MAX_WAIT_NS);

        assertEquals(FATES, fates(result));
        assertFalse(result.isOk());
        assertTrue(text(result).contains("generation 1, epoch 0, then generation 7, epoch 2."), text(result));
    }

    private OldPeer asItShould()
    {
        return qpn -> node.count(OldRequests.fate(node, qpn));
    }

    private DrillResult drill(final OldPeer oldPeer, final long maxWaitNs) throws IOException
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            return new ResetDrill(
                node,
                owned,
                new FateProbe(node, oldPeer, new LedgerWatch(node, clock, clock::advance), step -> { }),
                new HoldWait(clock, clock::advance, maxWaitNs, leftNs -> { }),
                new DrillPeers(InetAddress.getByName(OldRequests.ADDRESS), InetAddress.getByName("127.50.0.3"))).run();
        }
    }

    private static List<String> fates(final DrillResult result)
    {
        return result.steps().stream().map(DrillStep::got).toList();
    }

    private static String text(final DrillResult result)
    {
        final StringWriter text = new StringWriter();
        StaleText.print(result, new PrintWriter(text, true));
        return text.toString();
    }
}
