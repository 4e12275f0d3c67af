package io.roce.tools.lint;

import static io.roce.tools.lint.Severity.ERROR;
import static io.roce.tools.lint.Severity.INFO;
import static io.roce.tools.lint.Severity.WARNING;

/** Everything that can be found, from the frame up to the connection. */
public enum FindingCode
{
    FRAME_CUT(INFO, "The capture does not hold the frame to its end."),
    FRAME_SHORT(WARNING, "The frame ends before its IP length says."),
    FCS_PRESENT(INFO, "A frame check sequence follows the packet, and it is right."),
    FCS_WRONG(WARNING, "The frame check sequence is wrong, where those of other frames are right."),
    TRAILER(INFO, "Bytes follow the IP packet that are neither padding nor a frame check sequence."),
    IP_HEADER(WARNING, "The IP header cannot be right."),
    IPV4_CHECKSUM(WARNING, "The checksum of the IPv4 header is wrong."),
    UDP_CHECKSUM(WARNING, "The UDP checksum is neither right nor 0."),
    CHECKSUM_OFFLOAD(INFO, "A checksum was left to the sender's adapter: the capture was taken before it."),
    SEGMENTATION_OFFLOAD(INFO, "The frame holds several packets: it was captured before they were cut up."),
    UDP_LENGTH(ERROR, "The UDP length does not fit the IP length."),
    FRAGMENT(WARNING, "IP split the datagram."),

    ICRC_WRONG(ERROR, "The ICRC is wrong."),
    ICRC_BIT_FLIP(ERROR, "The ICRC is wrong, and one flipped bit explains it."),
    ICRC_REWRITTEN(ERROR, "The ICRC was right before an address, a port or another field of IP or UDP was rewritten."),
    ICRC_MISSING(ERROR, "The packet ends where its ICRC should begin."),
    ICRC_UNKNOWN(INFO, "The frame does not tell whether the ICRC is right."),

    TRUNCATED(ERROR, "The packet is shorter than its headers and an ICRC."),
    OVERSIZE(ERROR, "The packet is longer than the longest legal one."),
    TVER(ERROR, "The transport version is not 0."),
    OPCODE_RESERVED(ERROR, "The opcode is reserved."),
    RESERVED_BITS(WARNING, "Reserved bits are set."),
    DEST_QP(ERROR, "DestQP is no queue pair that the opcode can be for."),
    PAD_COUNT(ERROR, "The pad count does not fit the length."),
    PAD_BYTES(WARNING, "Pad bytes are not 0."),
    PAYLOAD_LENGTH(ERROR, "The payload is not as long as the headers say."),
    MTU_INVALID(ERROR, "A First or Middle packet is not as long as any path MTU."),
    MTU_DIFFERS(ERROR, "A First or Middle packet is not as long as others of its connection."),
    MTU_EXCEEDED(ERROR, "A Last or Only packet is longer than the path MTU."),
    LAST_EMPTY(ERROR, "A Last packet has no payload."),
    SYNDROME_RESERVED(WARNING, "The syndrome of an AETH is reserved."),

    P_KEY_INVALID(ERROR, "The P_Key names no partition: its low 15 bits are 0."),
    P_KEY_DIFFERS(WARNING, "The P_Keys of a connection name different partitions."),
    P_KEY_LIMITED(INFO, "The P_Key is that of a limited member."),
    P_KEY_LIMITED_BOTH(WARNING, "Both ends are limited members, who do not hear each other."),
    MIG_REQ_DIFFERS(INFO, "MigReq is set in some packets of a connection and not in others."),
    CONGESTION(INFO, "Congestion was marked (FECN, BECN, ECN) or notified (CNP)."),

    PSN_GAP(WARNING, "Packets are missing: they were lost, and not acknowledged before they were sent again."),
    NOT_CAPTURED(WARNING, "Packets are missing in the capture alone: the peer has acknowledged them."),
    REORDERED(WARNING, "The packet comes behind packets that were sent after it."),
    DUPLICATE(WARNING, "The same packet is there twice, and nothing asked for it."),
    DATAGRAM_GAP(INFO, "UD: datagrams of this queue pair are missing, or went elsewhere."),
    RETRANSMISSION_NAK(WARNING, "Sent again after a NAK of the PSN sequence."),
    RETRANSMISSION_RNR(WARNING, "Sent again after an RNR NAK."),
    RETRANSMISSION_IMPLIED_NAK(WARNING, "Sent again after an answer that skipped it: an implied NAK."),
    RETRANSMISSION_TIMEOUT(WARNING, "Sent again after a while without an answer."),
    RETRANSMISSION_ANSWERED(WARNING, "Sent again though the capture has its answer: late, or lost behind it."),
    OPCODE_SEQUENCE(ERROR, "The opcode cannot follow the one before it."),
    MESSAGE_ABANDONED(WARNING, "A message was not sent to its end, or not taken."),
    MESSAGE_START(INFO, "The first packet of a connection in the capture is in the middle of a message."),

    NAK_PSN_SEQUENCE(WARNING, "NAK: packets before this one are missing."),
    NAK_INVALID_REQUEST(ERROR, "NAK: invalid request."),
    NAK_REMOTE_ACCESS(ERROR, "NAK: remote access error."),
    NAK_REMOTE_OPERATIONAL(ERROR, "NAK: remote operational error."),
    NAK_RESERVED(WARNING, "NAK with a code that is reserved, or is none of RC."),
    RNR_NAK(WARNING, "RNR NAK: no receive was posted."),
    RESPONSE_GAP(WARNING, "Packets of the answer to a READ or an atomic are missing."),
    RESPONSE_SEQUENCE(ERROR, "The answer is not of the kind or length that was asked for."),
    RESPONSE_UNMATCHED(INFO, "An answer to no request that the capture has."),
    UNANSWERED(WARNING, "A request that wants an answer has none."),

    QPN_REUSED(INFO, "The number names another queue pair, or another connection of it."),
    QPN_REUSED_SOON(WARNING, "The same, sooner than an old peer may still transmit (2.1 s, timeout 14, 7 retries)."),
    AFTER_DISCONNECT(WARNING, "A packet to a queue pair that was disconnected."),
    PORT_RANGE(INFO, "The UDP source port is below 0xC000, where no hash of a connection lies."),
    PORT_CHANGED(INFO, "A connection changed its UDP source port."),
    PORT_NO_ENTROPY(WARNING, "All connections of a sender have one UDP source port: they share one path."),

    CM_CONNECTED(INFO, "Connection management: a connection was set up."),
    CM_DISCONNECTED(INFO, "Connection management: a connection was torn down."),
    CM_REJECTED(WARNING, "Connection management: a connection was refused."),
    CM_REPEATED(INFO, "Connection management: a message was sent again."),
    CM_UNANSWERED(WARNING, "Connection management: a message has no answer."),
    CM_PSN(WARNING, "The first PSN is not the one that was agreed on."),
    MAD_UNKNOWN(INFO, "A datagram to QP 1 that is no known message of connection management.");

    private final Severity severity;
    private final String description;

    FindingCode(final Severity severity, final String description)
    {
        this.severity = severity;
        this.description = description;
    }

    public Severity severity()
    {
        return severity;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }
}
