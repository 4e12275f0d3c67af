package io.roce.nic.qp;

/**
 * One queue pair at one moment, for other threads.
 *
 * @param isSqDraining whether it is in SQD and work that was started before is not finished.
 * @param attributes   the attributes that have been set since RESET.
 * @param requests     requests that passed admission.
 * @param responses    responses that passed admission.
 * @param refused      packets that named this queue pair and were refused by admission.
 * @param earlyInits   how often it has gone from RESET to INIT before its reset hold was over, and the node has told
 *                     of it.
 * @param peerTimers   what is known of the peer's timers; null if nothing is.
 * @param createdNs    when it was created, on the node's clock.
 */
public record QpSnapshot(
    int qpn,
    long generation,
    int epoch,
    QpType type,
    QpState state,
    boolean isSqDraining,
    QpAttributes attributes,
    long requests,
    long responses,
    long refused,
    long earlyInits,
    PeerTimers peerTimers,
    long createdNs)
{
}
