package io.roce.nic.qp;

/**
 * How long the peer of a reliable connection transmits an unanswered request, as its own queue pair was told: no
 * attribute of this one, but whoever connects both may know.
 *
 * @param timeout  code of its acknowledgement timeout, as {@link QpAttribute#TIMEOUT}.
 * @param retryCnt its retransmissions, as {@link QpAttribute#RETRY_CNT}; {@link #FOR_EVER} when it does not give up.
 */
public record PeerTimers(int timeout, int retryCnt)
{
    /** A retry count without end: Linux's software stack takes 7 for that. */
    public static final int FOR_EVER = -1;

    /** As in JSON. */
    public static final String TIMEOUT_LABEL = "peer_timeout";

    /** As in JSON. */
    public static final String RETRY_CNT_LABEL = "peer_retry_cnt";

    private static final int KNOWN = 1 << 16;
    private static final int TIMEOUT_SHIFT = 8;
    private static final int BYTE_MASK = 0xFF;

    /** In one number that is not 0. */
    int packed()
    {
        return KNOWN | timeout << TIMEOUT_SHIFT | retryCnt & BYTE_MASK;
    }

    /** What {@link #packed} made; null of 0. */
    static PeerTimers unpack(final int packed)
    {
        return packed == 0 ? null : new PeerTimers(packed >>> TIMEOUT_SHIFT & BYTE_MASK, (byte)packed);
    }
}
