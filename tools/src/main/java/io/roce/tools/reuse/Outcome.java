package io.roce.tools.reuse;

import io.roce.nic.stats.Fate;

/** What became of a stale packet: which check stopped it, or that none did. */
enum Outcome
{
    /** The number was held back. */
    QUARANTINED("quarantined", "the number is in quarantine"),
    /** The number was free. */
    UNALLOCATED("unallocated", "nobody has the number"),
    /** The queue pair was in RESET, or an earlier packet had taken it to ERR. */
    STATE("state", "the queue pair is in RESET or ERR"),
    PEER("peer", "another peer has the number"),
    PSN("psn", "another PSN is expected"),
    /** R_Key of memory, or Q_Key of a datagram. */
    KEY("key", "R_Key or Q_Key"),
    /** Executed by a queue pair of another generation or epoch than the packet was meant for. */
    WRONG("wrong", "delivered to the wrong queue pair");

    private final String label;
    private final String description;

    Outcome(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in CSV. */
    String label()
    {
        return label;
    }

    /** Why it was stopped, or that it was not. */
    String description()
    {
        return description;
    }

    /**
     * @param fate of a packet that was meant for no queue pair that lives.
     * @throws IllegalStateException when no packet of the study can end so.
     */
    static Outcome of(final Fate fate)
    {
        return switch (fate)
        {
            case QPN_QUARANTINED -> QUARANTINED;
            case QPN_UNALLOCATED -> UNALLOCATED;
            case QP_STATE_RESET, QP_STATE_ERR, RESPONDER_FAILING -> STATE;
            case PEER_MISMATCH -> PEER;
            case DUPLICATE_ACKNOWLEDGED, DUPLICATE_DROPPED, DUPLICATE_REPLAYED, NAK_PSN_SEQUENCE, PSN_AHEAD_DROPPED ->
                PSN;
            case Q_KEY_MISMATCH, NAK_REMOTE_ACCESS, UC_ACCESS_REFUSED -> KEY;
            case REQUEST_EXECUTED -> WRONG;
            default -> throw new IllegalStateException("a stale packet ended as " + fate);
        };
    }
}
