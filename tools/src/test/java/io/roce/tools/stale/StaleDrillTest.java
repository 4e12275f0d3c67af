package io.roce.tools.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.ledger.LedgerWatch;
import io.roce.tools.qp.ModelNode;
import io.roce.tools.qp.OwnedQps;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class StaleDrillTest
{
    private static final long QUARANTINE_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final String OLD_ADDRESS = "127.50.0.1";

    private final CachedNanoClock clock = new CachedNanoClock();

    @Test
    void shouldFollowTheNumberThroughItsLife() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(node, qpn -> node.count(fate(node, qpn)), MAX_WAIT_NS);

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

        final DrillResult result = drill(node, qpn -> node.count(fate(node, qpn)), MAX_WAIT_NS);

        assertTrue(result.isOk(), result.steps()::toString);
        assertEquals(
            List.of("DELIVERED_REQUEST", "QPN_UNALLOCATED", "QP_STATE_RESET", "QP_STATE_INIT", "PEER_MISMATCH",
                "DELIVERED_REQUEST"),
            result.steps().stream().map(DrillStep::got).toList());
    }

    @Test
    void shouldSayWhichStepIsDifferent() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);

        final DrillResult result = drill(
            node,
            qpn -> node.count(fate(node, qpn).replace("PEER_MISMATCH", "DELIVERED_REQUEST")),
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
    }

    @Test
    void shouldTryAgainWhenOthersSendToo() throws IOException
    {
        final ModelNode node = new ModelNode(clock, QUARANTINE_NS);
        final boolean[] hasMet = {false};

        final DrillResult result = drill(node, qpn ->
        {
            node.count(fate(node, qpn));
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
            CommandFailedException.class, () -> drill(node, qpn -> { }, QUARANTINE_NS - 1));

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
            return new StaleDrill(
                owned,
                oldPeer,
                new LedgerWatch(node, clock, clock::advance),
                new QuarantineWait(node, clock, clock::advance, maxWaitNs, leftNs -> { }),
                address(OLD_ADDRESS),
                address("127.50.0.3"),
                step -> { }).run();
        }
    }

    /** What a request from the old address is to meet, by the rules and not by the program. */
    private static String fate(final ModelNode node, final int qpn)
    {
        final ObjectNode qp = node.qps().get(qpn);
        if (qp == null)
        {
            return node.isHeld(qpn) ? "QPN_QUARANTINED" : "QPN_UNALLOCATED";
        }
        return switch (qp.path("state").asText())
        {
            case "RTR", "RTS" -> OLD_ADDRESS.equals(qp.path("dgid").asText()) ? "DELIVERED_REQUEST" : "PEER_MISMATCH";
            default -> "QP_STATE_" + qp.path("state").asText();
        };
    }

    private static InetAddress address(final String text) throws UnknownHostException
    {
        return InetAddress.getByName(text);
    }
}
