package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.TransportType;

import java.net.InetAddress;

/**
 * The requests of one connection in one direction, and what is known of their answers. State alone; the rules are
 * elsewhere. Not thread-safe.
 */
final class Flow
{
    final TransportType transport;
    final InetAddress source;
    final InetAddress destination;
    final int destQp;
    final SentPackets sent = new SentPackets();
    final Gaps gaps = new Gaps();
    final Gaps answerGaps = new Gaps();

    /** Of the packets that were sent again: each may be answered once more. */
    int repeats;

    /** UDP source port of the first packet, and of the last. */
    final int firstPort;
    int port;

    /** The port changes from packet to packet. */
    boolean isSpraying;

    int nextPsn;
    int acknowledgedPsn;
    boolean isAcknowledged;
    int answerPort;

    /** Frame and time of the last packet. */
    long lastFrame;
    long lastTimeNs;

    /** 0 until a First or Middle packet, or connection management, has told it. */
    int pathMtu;

    /** P_Key of the first request and of the first answer; -1 before. */
    int pKey = -1;
    int answerPKey = -1;

    /** MigReq of the first packet: -1 before, and -2 when a difference was said. */
    int migReq = -1;

    int nakPsn;
    long nakTimeNs = Long.MIN_VALUE;
    int impliedNakPsn;
    long impliedNakTimeNs = Long.MIN_VALUE;
    int fatalNakPsn = -1;

    /** The last answer that came before its request; -1 for none. */
    int earlyAnswerPsn = -1;
    boolean isEarlyAnswerEnd;

    /** The last packet that was sent again, and why. */
    int repeatedPsn = -1;
    FindingCode repeatCause;

    private final Conversation conversation;

    Flow(final TransportType transport, final Sighting packet)
    {
        this.transport = transport;
        source = packet.source();
        destination = packet.destination();
        destQp = packet.destQp();
        firstPort = packet.sourcePort();
        port = firstPort;
        conversation = new Conversation(transport, source, Conversation.UNKNOWN, destination, destQp);
        restart(packet.psn());
    }

    /** A new sequence of PSNs begins. */
    void restart(final int psn)
    {
        sent.clear();
        nextPsn = psn;
        acknowledgedPsn = Psn.add(psn, -1);
        isAcknowledged = false;
        repeats = 0;
        repeatedPsn = -1;
        nakTimeNs = Long.MIN_VALUE;
        impliedNakTimeNs = Long.MIN_VALUE;
        fatalNakPsn = -1;
    }

    Conversation conversation()
    {
        return conversation;
    }

    /** The number at the sender's end; {@link Conversation#UNKNOWN} until an answer or connection management tells. */
    int peerQp()
    {
        return conversation.sourceQp();
    }

    void peerQp(final int peerQp)
    {
        conversation.sourceQp(peerQp);
    }

    void onPacket(final Sighting packet)
    {
        lastFrame = packet.number();
        lastTimeNs = packet.timeNs();
    }
}
