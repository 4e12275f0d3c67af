package io.roce.nic.qp;

/**
 * What a modify asks for.
 *
 * @param next       the state to go to; null for a same-state transition.
 * @param current    the state that the caller believes the queue pair to be in ({@code cur_qp_state}); null if not
 *                   said.
 * @param attributes what to set.
 * @param peerTimers what is known of the peer, to be kept until RESET; null if nothing is said.
 */
public record QpModification(QpState next, QpState current, QpAttributes attributes, PeerTimers peerTimers)
{
    /** Nothing is said of the peer. */
    public QpModification(final QpState next, final QpState current, final QpAttributes attributes)
    {
        this(next, current, attributes, null);
    }
}
