package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One number, one queue pair after the other: reuse, packets behind a disconnect, what was agreed on before. */
final class Lives
{
    private static final int MAX_LIVES = 8192;

    /** Eight transmissions at 4.096 us x 2^14, each of which hardware may take four times as long for. */
    private static final long PEER_MAY_TRANSMIT_NS = 2_147_483_648L;

    private final Map<End, Life> lives = new BoundedMap<>(MAX_LIVES);
    private final Findings findings;

    Lives(final Findings findings)
    {
        this.findings = findings;
    }

    /** The life that a number has now. */
    Life of(final InetAddress address, final int qpn)
    {
        return lives.computeIfAbsent(new End(address, qpn), end -> new Life());
    }

    /** The first request of a flow, or of a new sequence of PSNs in it. */
    void onFirst(final Flow flow, final Sighting packet)
    {
        final Life life = of(flow.destination, flow.destQp);
        if (life.flow != null)
        {
            reused(packet, flow.conversation(), life, life.flow == flow ?
                "PSN " + Psn.format(packet.psn()) + " begins another sequence" :
                life.flow.transport != flow.transport ? "now " + flow.transport :
                life.flow.source.equals(flow.source) ? "another queue pair of the same address sends to it" :
                "another address sends to it");
        }
        life.flow = flow;
        if (life.isPsnDue && life.agreedPsn != packet.psn())
        {
            findings.add(FindingCode.CM_PSN, flow, packet.number(),
                Psn.format(packet.psn()) + ", agreed was " + Psn.format(life.agreedPsn));
        }
        life.isPsnDue = false;
        if (life.peerQp != Life.UNKNOWN)
        {
            flow.peerQp(life.peerQp);
            flow.pathMtu = Math.max(0, life.agreedMtu);
        }
    }

    /** Any packet to a queue pair, request or answer. */
    void onPacket(final Sighting packet, final Conversation conversation)
    {
        final Life life = of(packet.destination(), packet.destQp());
        if (life.disconnectedFrame != 0)
        {
            findings.onFinding(new Finding(FindingCode.AFTER_DISCONNECT, conversation, packet.number(),
                packet.opcode() + " to " + Qpn.format(packet.destQp()) + ", disconnected in frame " +
                    life.disconnectedFrame));
        }
        life.lastFrame = packet.number();
        life.lastTimeNs = packet.timeNs();
    }

    /** Connection management names a queue pair: a new life, unless it is the same message again. */
    Life onNamed(final Sighting packet, final Conversation conversation, final int qpn)
    {
        final Life old = of(packet.source(), qpn);
        if (old.isUsed() && old.flow != null)
        {
            reused(packet, conversation, old, "connection management names it again");
        }
        final Life life = new Life();
        lives.put(new End(packet.source(), qpn), life);
        return life;
    }

    private void reused(final Sighting packet, final Conversation conversation, final Life life, final String how)
    {
        final long agoNs = packet.timeNs() - life.lastTimeNs;
        findings.onFinding(new Finding(
            agoNs < PEER_MAY_TRANSMIT_NS ? FindingCode.QPN_REUSED_SOON : FindingCode.QPN_REUSED,
            conversation,
            packet.number(),
            how + ", " + TimeUnit.NANOSECONDS.toMillis(agoNs) + " ms after frame " + life.lastFrame));
    }

    private record End(InetAddress address, int qpn)
    {
    }
}
