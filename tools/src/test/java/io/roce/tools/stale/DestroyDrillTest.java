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
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class DestroyDrillTest
{
    private static final long QUARANTINE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final CachedNanoClock clock = new CachedNanoClock();

    @Test
    void shouldFollowTheNumberThroughItsLife() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(node, qpn -> node.count(OldRequests.fate(node, qpn)), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(
            List.of("DELIVERED_REQUEST", "QPN_QUARANTINED", "QPN_UNALLOCATED", "QP_STATE_RESET", "QP_STATE_INIT",
                "PEER_MISMATCH", "DELIVERED_REQUEST"),
            result.steps().stream().map(DrillStep::got).toList());
        assertEquals("PEER_MISMATCH", DrillResult.stoppedBy(result.otherPeer()));
        assertNull(DrillResult.stoppedBy(result.samePeer()));
        assertTrue(clock.nanoTime() >= 2 * QUARANTINE_NS, "waited out twice");
        assertTrue(node.qps().isEmpty());
    }

    @Test
    void shouldExpectNoQuarantineWhereThereIsNone() throws IOException
    {
        final ModelNode node = new ModelNode(clock, 0);

        final DrillResult result = drill(node, qpn -> node.count(OldRequests.fate(node, qpn)), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(
            List.of("DELIVERED_REQUEST", "QPN_UNALLOCATED", "QP_STATE_RESET", "QP_STATE_INIT", "PEER_MISMATCH",
                "DELIVERED_REQUEST"),
            result.steps().stream().map(DrillStep::got).toList());
    }

    @Test
    void shouldTellTheLivesOfTheNumberApart() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(node, qpn -> node.count(OldRequests.fate(node, qpn)), MAX_WAIT_NS);

        assertEquals(
            Arrays.asList(1L, null, null, 2L, 2L, 2L, 3L),
            result.steps().stream()
                .map(step -> step.identity() == null ? null : step.identity().generation())
                .toList());
    }

    @Test
    void shouldWaitAsLongAsTheNodeSaysWhereEachNumberHasItsOwnTime() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS).auto();

        final DrillResult result = drill(node, qpn -> node.count(OldRequests.fate(node, qpn)), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(new DrillResult.Destroyed(QUARANTINE_NS), result.outcome());
        assertTrue(clock.nanoTime() >= 2 * QUARANTINE_NS, "waited out twice");

        final StringWriter text = new StringWriter();
        StaleText.print(result, new PrintWriter(text, true));
        assertTrue(text.toString().contains("; quarantine auto, which is 2s here."), text.toString());
        assertTrue(
            text.toString().endsWith(
                "Reissued to the same peer address: nothing stops the old packet before the transport's PSN check.\n" +
                "It takes 1 of 2^24 PSNs as expected, 8,388,608 as duplicates, 8,388,607 as ahead; " +
                "stale --case psn counts them, and the harm.\n"),
            text.toString());
    }

    @Test
    void shouldNotBeginToWaitForATimeOfItsOwnThatIsTooLong()
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS).auto();

        final CommandFailedException failure = assertThrows(
            CommandFailedException.class,
            () -> drill(node, qpn -> node.count(OldRequests.fate(node, qpn)), QUARANTINE_NS / 2));

        assertEquals(
            "the node holds 0x000011 back for 2000 ms, longer than the 1000 ms that this waits (--max-wait)",
            failure.getMessage());
        assertEquals(0, clock.nanoTime());
        assertTrue(node.qps().isEmpty());
    }

    @Test
    void shouldSayWhichStepIsDifferent() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(
            node,
            qpn -> node.count(OldRequests.fate(node, qpn).replace("PEER_MISMATCH", "DELIVERED_REQUEST")),
            MAX_WAIT_NS);

        assertFalse(result.isOk());
        assertEquals(
            List.of("reissued, in RTS, connected to another address"),
            result.steps().stream().filter(step -> !step.isOk()).map(DrillStep::what).toList());
        assertNull(DrillResult.stoppedBy(result.otherPeer()));
    }

    @Test
    void shouldTellAPacketThatNeverArrived() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(node, qpn -> { }, MAX_WAIT_NS);

        assertTrue(
            result.steps().stream().allMatch(step -> "not received".equals(step.got())), result.steps()::toString);
        assertFalse(result.isOk());

        final StringWriter text = new StringWriter();
        StaleText.print(result, new PrintWriter(text, true));
        assertTrue(text.toString().contains("Reissued to another peer: not known: not received."), text.toString());
        assertFalse(text.toString().contains("2^24"), text.toString());
    }

    @Test
    void shouldTryAgainWhenOthersSendToo() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);
        final boolean[] hasMet = {false};

        final DrillResult result = drill(node, qpn ->
        {
            node.count(OldRequests.fate(node, qpn));
            if (!hasMet[0])
            {
                node.count("ICRC_MISMATCH");
                hasMet[0] = true;
            }
        }, MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
    }

    @Test
    void shouldNotBeginWhenTheQuarantineIsTooLong()
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final CommandFailedException failure = assertThrows(
            CommandFailedException.class, () -> drill(node, qpn -> { }, QUARANTINE_NS / 2));

        assertTrue(failure.getMessage().contains("2000 ms"), failure.getMessage());
        assertEquals(List.of(), node.requests());
    }

    @Test
    void shouldCleanUpWhenItFailsOnTheWay()
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        assertThrows(IOException.class, () -> drill(node, qpn ->
        {
            throw new IOException("no way there");
        }, MAX_WAIT_NS));

        assertTrue(node.qps().isEmpty());
    }

    private DrillResult drill(final ModelNode node, final OldPeer oldPeer, final long maxWaitNs) throws IOException
    {
        try (OwnedQps owned = new OwnedQps(node, ModelNode.AT))
        {
            return new DestroyDrill(
                node,
                owned,
                new FateProbe(node, oldPeer, new LedgerWatch(node, clock, clock::advance), step -> { }),
                new QuarantineWait(node, owned, new HoldWait(clock, clock::advance, maxWaitNs, leftNs -> { })),
                new DrillPeers(address(OldRequests.ADDRESS), address("127.50.0.3"))).run();
        }
    }

    private static InetAddress address(final String text) throws UnknownHostException
    {
        return InetAddress.getByName(text);
    }
}
