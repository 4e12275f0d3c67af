package io.roce.nic.stats;

import io.roce.wire.packet.WireError;

import java.util.HashSet;
import java.util.Set;

/**
 * Every way in which a datagram that reached the node can end. Exactly one for each datagram. Documentation, JSON and
 * tests iterate this list; the order is the order of the checks.
 */
public enum Fate
{
    MALFORMED_TRUNCATED_BTH(1, "Shorter than a BTH and an ICRC.", WireError.TRUNCATED_BTH),
    MALFORMED_OVERSIZE(2, "Longer than the longest legal packet.", WireError.OVERSIZE),
    MALFORMED_UNSUPPORTED_TVER(3, "BTH transport version is not 0.", WireError.UNSUPPORTED_TVER),
    MALFORMED_UNKNOWN_OPCODE(4, "The opcode is reserved.", WireError.UNKNOWN_OPCODE),
    MALFORMED_TRUNCATED_HEADERS(
        5, "Shorter than the headers of its opcode and an ICRC.", WireError.TRUNCATED_HEADERS),
    MALFORMED_PAD_EXCEEDS_PAYLOAD(
        6, "The pad count is larger than what follows the headers.", WireError.PAD_EXCEEDS_PAYLOAD),
    ICRC_MISMATCH(7, "The ICRC is wrong for every IPv4 identification that the node's ICRC mode allows."),
    QPN_MANAGEMENT(8, "DestQP is 0 or 1: management datagrams are not served."),
    QPN_MULTICAST(9, "DestQP is 0xFFFFFF: multicast is not served."),
    QPN_OUT_OF_RANGE(10, "DestQP is outside the pool of numbers that this node hands out."),
    QPN_UNALLOCATED(11, "DestQP names no queue pair."),
    QPN_QUARANTINED(12, "DestQP names a destroyed queue pair whose number is in quarantine: a stale packet."),
    CNP_RECEIVED(
        13, "A congestion notification for a live queue pair was taken; no reaction is modelled.", false),
    TRANSPORT_MISMATCH(14, "The opcode belongs to another transport service than the queue pair."),
    QP_STATE_RESET(15, "The queue pair is in RESET and accepts nothing."),
    QP_STATE_INIT(16, "The queue pair is in INIT and accepts nothing."),
    QP_STATE_RTR(17, "A response, and the queue pair is in RTR: it has sent no request."),
    QP_STATE_ERR(18, "The queue pair is in ERR and accepts nothing."),
    /** RC and UC: also another address of the right port. */
    PORT_MISMATCH(
        25, "The packet arrived at another port than the queue pair's or, RC and UC, at another address than its GID."),
    /** RC and UC: the source address is not that of the connected peer. */
    PEER_MISMATCH(19, "The source address is not that of the queue pair's peer."),
    P_KEY_MISMATCH(20, "The P_Key does not match the queue pair's."),
    /** UD: the packet's Q_Key is not the queue pair's. */
    Q_KEY_MISMATCH(21, "The Q_Key is not the queue pair's."),
    DELIVERED_REQUEST(
        22, "A request passed admission and reached its queue pair, which has no work queues.", false),
    DELIVERED_RESPONSE(
        23, "A response passed admission and reached its queue pair, which has no work queues.", false),
    RESPONDER_FAILING(
        40, "An earlier request has failed the queue pair, which goes to ERR when those before that are answered."),
    UNSERVED_DROPPED(41, "RC: the operation is not served, and is dropped as the node's profile has it."),
    DUPLICATE_ACKNOWLEDGED(42, "RC: a duplicate of a SEND or RDMA WRITE was acknowledged again."),
    DUPLICATE_REPLAYED(43, "RC: a duplicate of an RDMA READ or atomic is answered again with what was saved."),
    DUPLICATE_DROPPED(44, "RC: a duplicate that needs what was saved, of which there is nothing like it, was dropped."),
    NAK_PSN_SEQUENCE(45, "RC: packets before this one are missing, and a NAK asked for them."),
    PSN_AHEAD_DROPPED(46, "RC: packets before this one are missing or to be sent again, as a NAK has said already."),
    UC_MESSAGE_DROPPED(47, "UC: a packet before this one is missing or was refused, and with it the whole message."),
    NAK_INVALID_REQUEST(48, "RC: the request is invalid, a NAK said so, and the queue pair goes to ERR."),
    UC_REQUEST_INVALID(49, "UC: the request is invalid, and its message was dropped."),
    RNR_NAK(50, "RC: no receive is posted, and a NAK asked for the request again later."),
    NO_RECEIVE_POSTED(51, "UC, UD: no receive is posted, and the message was dropped."),
    RECEIVE_TOO_SMALL(52, "UC, UD: the receive is too small for the message, which was dropped."),
    NAK_REMOTE_ACCESS(53, "RC: the key does not allow the access, a NAK said so, and the queue pair goes to ERR."),
    UC_ACCESS_REFUSED(54, "UC: the key does not allow the access, and the message was dropped."),
    NAK_REMOTE_OPERATIONAL(
        55, "RC: the receive cannot take the message, a NAK said so, and the queue pair goes to ERR."),
    RECEIVE_MEMORY_REFUSED(
        56, "UC, UD: the keys of the receive do not allow the message, and the queue pair goes to ERR."),
    INVALIDATE_REFUSED(57, "RC: the key that a SEND names cannot be invalidated, and the queue pair goes to ERR."),
    CQ_OVERFLOW(58, "The completion queue has no room for the completion, and the queue pair goes to ERR."),
    REQUEST_EXECUTED(59, "A request was executed, or as much of it as the packet brings.", false),
    RESPONSE_UNEXPECTED(70, "The response names a PSN that was never sent."),
    RESPONSE_DUPLICATE(71, "What the response names was acknowledged before."),
    RESPONSE_RESERVED_SYNDROME(72, "The acknowledgement is neither an ACK nor a NAK that is defined."),
    RESPONSE_IMPLIED_NAK(73, "The response is past a READ or an atomic without its answer, which is asked for again."),
    RESPONSE_AHEAD(74, "The response is past a READ or an atomic that was asked for again already."),
    RESPONSE_RNR_NAK(75, "The peer had no receive posted: the request is sent again later."),
    RESPONSE_NAK_PSN_SEQUENCE(76, "The peer missed a packet: it is sent again with all behind it."),
    RESPONSE_RETRY_EXCEEDED(77, "What the peer missed was sent as often as may be: the queue pair went to ERR."),
    RESPONSE_RNR_RETRY_EXCEEDED(
        78, "What the peer had no receive for was sent as often as may be: the queue pair went to ERR."),
    RESPONSE_NAK_INVALID_REQUEST(79, "The peer found the request invalid: the queue pair went to ERR."),
    RESPONSE_NAK_REMOTE_ACCESS(80, "The peer's memory may not be accessed so: the queue pair went to ERR."),
    RESPONSE_NAK_REMOTE_OPERATIONAL(81, "The peer could not do it: the queue pair went to ERR."),
    RESPONSE_BAD(
        82, "The response has not the kind, order or length of what was asked for: the queue pair went to ERR."),
    RESPONSE_LOCAL_PROTECTION(
        83, "The memory for what the response brought is not there any more: the queue pair went to ERR."),
    RESPONSE_CQ_OVERFLOW(
        84, "The response completed a request and its completion found no room: the queue pair went to ERR."),
    RESPONSE_ACCEPTED(85, "The response acknowledged requests, or brought what was asked for.", false),
    /** Not a way for a bad packet to end: a defect, which is reported. */
    INTERNAL_ERROR(24, "The node itself failed while it handled the datagram."),
    /** Before all checks. A copy that a rule had added can end so too. */
    FAULT_DROPPED(26, "A fault rule dropped the datagram."),
    /** Before all checks, of a node with several lanes. */
    HAND_OVER_FULL(
        27, "It came to another lane than its queue pair's, and no place was free to hand it over: lanes lag behind.");

    private static final Fate[] BY_WIRE_ERROR = new Fate[WireError.values().length];

    static
    {
        final Set<Integer> ids = new HashSet<>();
        for (final Fate fate : values())
        {
            if (!ids.add(fate.id))
            {
                throw new IllegalStateException("two fates have the id " + fate.id);
            }
            if (fate.wireError != WireError.NONE)
            {
                BY_WIRE_ERROR[fate.wireError.ordinal()] = fate;
            }
        }
    }

    private final int id;
    private final String description;
    private final WireError wireError;
    private final boolean isDrop;

    Fate(final int id, final String description)
    {
        this(id, description, WireError.NONE, true);
    }

    Fate(final int id, final String description, final boolean isDrop)
    {
        this(id, description, WireError.NONE, isDrop);
    }

    Fate(final int id, final String description, final WireError wireError)
    {
        this(id, description, wireError, true);
    }

    Fate(final int id, final String description, final WireError wireError, final boolean isDrop)
    {
        this.id = id;
        this.description = description;
        this.wireError = wireError;
        this.isDrop = isDrop;
    }

    /** The fate of a malformed packet; null for {@link WireError#NONE}. */
    public static Fate of(final WireError wireError)
    {
        return BY_WIRE_ERROR[wireError.ordinal()];
    }

    /** Never re-used for another fate. */
    public int id()
    {
        return id;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }

    /** What was wrong with a malformed packet, {@link WireError#NONE} for every other fate. */
    public WireError wireError()
    {
        return wireError;
    }

    /**
     * Whether whoever sent the datagram may ask why: it was not delivered, executed or accepted. A request that a NAK
     * refused is a drop, also where the NAK has told; so is a duplicate, which is not executed again even if it is
     * answered; and so is a response that brings a NAK, since what it answers has failed or has to be sent again.
     */
    public boolean isDrop()
    {
        return isDrop;
    }
}
