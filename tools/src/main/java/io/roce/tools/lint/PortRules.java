package io.roce.tools.lint;

import java.net.InetAddress;
import java.util.Map;

/** UDP source ports: whether connections take paths of their own. */
final class PortRules
{
    private static final int MIN_HASHED_PORT = 0xC000;
    private static final int MAX_SENDERS = 4096;

    /** Connections of a sender from which on it is no accident that they share a port. */
    private static final int MIN_CONNECTIONS = 4;

    private static final int SEVERAL = -1;

    private final Map<InetAddress, Sender> senders = new BoundedMap<>(MAX_SENDERS);
    private final Findings findings;

    PortRules(final Findings findings)
    {
        this.findings = findings;
    }

    /** A sender's first packet to a queue pair. */
    void onFirst(final Sighting packet, final Conversation conversation, final boolean isConnection)
    {
        final int port = packet.sourcePort();
        if (port < MIN_HASHED_PORT)
        {
            findings.onFinding(new Finding(FindingCode.PORT_RANGE, conversation, packet.number(), "port " + port));
        }
        if (isConnection)
        {
            final Sender sender = senders.computeIfAbsent(packet.source(), address -> new Sender(port));
            sender.connections++;
            sender.port = sender.port == port ? port : SEVERAL;
            sender.lastFrame = packet.number();
            sender.conversation = conversation;
        }
    }

    void onRequest(final Flow flow, final Sighting packet)
    {
        if (flow.port != packet.sourcePort())
        {
            if (!flow.isSpraying)
            {
                findings.add(FindingCode.PORT_CHANGED, flow, packet.number(),
                    packet.sourcePort() + " after " + flow.port);
            }
            flow.isSpraying = true;
            flow.port = packet.sourcePort();
        }
    }

    void onEnd()
    {
        for (final Map.Entry<InetAddress, Sender> entry : senders.entrySet())
        {
            final Sender sender = entry.getValue();
            if (sender.port != SEVERAL && sender.connections >= MIN_CONNECTIONS)
            {
                findings.onFinding(new Finding(
                    FindingCode.PORT_NO_ENTROPY,
                    sender.conversation,
                    sender.lastFrame,
                    sender.connections + " connections from port " + sender.port));
            }
        }
    }

    private static final class Sender
    {
        private int port;
        private int connections;
        private long lastFrame;
        private Conversation conversation;

        Sender(final int port)
        {
            this.port = port;
        }
    }
}
