package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.Qpn;
import io.roce.wire.cm.CmKind;
import io.roce.wire.cm.CmMessage;

import java.net.InetAddress;
import java.util.Map;

/** Connections that are set up and torn down by datagrams to QP 1, and what they agree on. */
final class CmRules
{
    private static final int MAX_CONNECTIONS = 4096;

    private final Map<Id, Connection> connections = new BoundedMap<>(MAX_CONNECTIONS);
    private final Lives lives;
    private final Findings findings;

    CmRules(final Lives lives, final Findings findings)
    {
        this.lives = lives;
        this.findings = findings;
    }

    /** A UD packet to QP 1. */
    void onPacket(final Sighting packet)
    {
        if (!packet.roceFrame().isWhole())
        {
            return;
        }
        final CmMessage message =
            CmMessage.parse(packet.packet().buffer(), packet.packet().payloadOffset(), packet.payloadLength());
        if (message == null)
        {
            findings.add(FindingCode.MAD_UNKNOWN, packet, packet.payloadLength() + " bytes");
            return;
        }

        switch (message.kind())
        {
            case REQ -> onRequest(packet, message);
            case REP -> onReply(packet, message);
            case RTU -> onReady(packet, message);
            case REJ -> onReject(packet, message);
            case DREQ -> onDisconnect(packet, message);
            case DREP -> onDisconnected(packet, message);
            case MRA, SIDR_REQ, SIDR_REP, LAP, APR ->
            {
                // They change no queue pair.
            }
        }
    }

    void onEnd()
    {
        for (final Connection connection : connections.values())
        {
            if (connection.unanswered != null && !connection.isSettled)
            {
                findings.onFinding(new Finding(FindingCode.CM_UNANSWERED, connection.conversation,
                    connection.unansweredFrame, connection.unanswered.name()));
                connection.isSettled = true;
            }
        }
    }

    private void onRequest(final Sighting packet, final CmMessage message)
    {
        final Id id = new Id(packet.source(), message.localCommId());
        final Connection before = connections.get(id);
        if (before != null)
        {
            repeated(packet, message);
            return;
        }

        final Connection connection = new Connection(packet, message);
        connections.put(id, connection);
        connection.expect(CmKind.REQ, packet);
        agree(packet, message, connection, lives.onNamed(packet, packet.conversation(), message.qpn()));
    }

    private void onReply(final Sighting packet, final CmMessage message)
    {
        final Connection connection = connections.get(new Id(packet.destination(), message.remoteCommId()));
        if (connections.containsKey(new Id(packet.source(), message.localCommId())))
        {
            repeated(packet, message);
            return;
        }

        final Connection known = connection == null ? new Connection(packet, message) : connection;
        connections.put(new Id(packet.source(), message.localCommId()), known);
        known.expect(CmKind.REP, packet);
        final Life life = lives.onNamed(packet, packet.conversation(), message.qpn());
        agree(packet, message, known, life);
        if (connection != null)
        {
            life.peerQp = connection.requesterQp;
            lives.of(packet.destination(), connection.requesterQp).peerQp = message.qpn();
            connection.replierQp = message.qpn();
        }
    }

    private static void agree(
        final Sighting packet, final CmMessage message, final Connection connection, final Life life)
    {
        if (message.pathMtu() > 0)
        {
            connection.pathMtu = message.pathMtu();
        }
        life.agreedMtu = connection.pathMtu;
        life.agreedPsn = message.startingPsn();
        life.isPsnDue = true;
    }

    private void onReady(final Sighting packet, final CmMessage message)
    {
        final Connection connection = find(packet, message);
        if (connection == null || connection.isReady)
        {
            return;
        }
        connection.isReady = true;
        connection.unanswered = null;
        findings.onFinding(new Finding(FindingCode.CM_CONNECTED, connection.conversation, packet.number(),
            "REQ in frame " + connection.requestFrame + " for " + Qpn.format(connection.requesterQp) +
                ", starting PSN " + Psn.format(connection.requesterPsn) +
                ", path MTU " + connection.pathMtu + "; REP names " + Qpn.format(connection.replierQp)));
    }

    private void onReject(final Sighting packet, final CmMessage message)
    {
        final Connection connection = find(packet, message);
        if (connection != null)
        {
            connection.unanswered = null;
        }
        findings.onFinding(new Finding(
            FindingCode.CM_REJECTED,
            connection == null ? packet.conversation() : connection.conversation,
            packet.number(),
            CmRejection.describe(message.reason())));
    }

    private void onDisconnect(final Sighting packet, final CmMessage message)
    {
        final Connection connection = find(packet, message);
        if (connection == null)
        {
            return;
        }
        if (connection.disconnectFrame != 0)
        {
            // Both ends may ask for it at a time.
            if (packet.source().equals(connection.disconnector))
            {
                repeated(packet, message);
            }
            return;
        }
        connection.disconnectFrame = packet.number();
        connection.disconnector = packet.source();
        connection.disconnectedQp = message.qpn();
        connection.expect(CmKind.DREQ, packet);
    }

    private void onDisconnected(final Sighting packet, final CmMessage message)
    {
        final Connection connection = find(packet, message);
        if (connection == null || connection.disconnectFrame == 0 || connection.isDisconnected)
        {
            return;
        }
        connection.isDisconnected = true;
        connection.unanswered = null;
        findings.onFinding(new Finding(FindingCode.CM_DISCONNECTED, connection.conversation, packet.number(),
            "DREQ in frame " + connection.disconnectFrame));
        end(packet.source(), connection.disconnectedQp, packet);
        end(connection.disconnector, connection.disconnectedQp == connection.requesterQp &&
            packet.source().equals(connection.requester) ?
            connection.replierQp : connection.requesterQp, packet);
    }

    private void end(final InetAddress address, final int qpn, final Sighting packet)
    {
        if (qpn != CmMessage.ABSENT)
        {
            lives.of(address, qpn).disconnectedFrame = packet.number();
        }
    }

    private Connection find(final Sighting packet, final CmMessage message)
    {
        final Connection connection = connections.get(new Id(packet.destination(), message.remoteCommId()));
        return connection == null ? connections.get(new Id(packet.source(), message.localCommId())) : connection;
    }

    private void repeated(final Sighting packet, final CmMessage message)
    {
        findings.add(FindingCode.CM_REPEATED, packet, message.kind().name());
    }

    private record Id(InetAddress address, int commId)
    {
    }

    private static final class Connection
    {
        private final Conversation conversation;
        private final InetAddress requester;
        private final int requesterQp;
        private final int requesterPsn;
        private final long requestFrame;
        private int replierQp = CmMessage.ABSENT;
        private int pathMtu = Life.UNKNOWN;
        private CmKind unanswered;
        private long unansweredFrame;
        private boolean isSettled;
        private boolean isReady;
        private long disconnectFrame;
        private InetAddress disconnector;
        private int disconnectedQp = CmMessage.ABSENT;
        private boolean isDisconnected;

        Connection(final Sighting packet, final CmMessage message)
        {
            conversation = packet.conversation();
            final boolean isRequest = message.kind() == CmKind.REQ;
            requester = isRequest ? packet.source() : packet.destination();
            requesterQp = isRequest ? message.qpn() : CmMessage.ABSENT;
            requesterPsn = isRequest ? message.startingPsn() : 0;
            requestFrame = packet.number();
        }

        void expect(final CmKind unanswered, final Sighting packet)
        {
            this.unanswered = unanswered;
            unansweredFrame = packet.number();
        }
    }
}
