package io.roce.nic.transport;

import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpState;
import io.roce.nic.qp.QpType;
import io.roce.nic.work.CompletionQueue;
import io.roce.nic.work.RecvQueue;
import io.roce.nic.work.SendQueue;

/**
 * A queue pair with work queues: what the transport knows of it beside its record in the table. Lives from creation to
 * destruction, through every RESET. Lane thread only, but for the state and the posting ends of the queues.
 */
final class ServedQp
{
    final int qpn;
    final long generation;
    final QpType type;
    final ProtectionDomain pd;
    final SendQueue sendQueue;
    final RecvQueue recvQueue;
    final CompletionQueue sendCq;
    final CompletionQueue recvCq;
    final RequesterState requester = new RequesterState();
    final ResponderState responder = new ResponderState();

    /**
     * As its record has it, for threads that post; null when it was destroyed. What is posted while it changes may meet
     * either state.
     */
    volatile QpState state = QpState.RESET;

    /** Epoch of the values below. */
    int epoch;

    // Attributes as of the last modify, each in its range; those that are not set are 0.

    /** To the peer; null before RTR and for UD. */
    Route route;
    int destQpn;
    int portNum;
    int pKey;
    int pkeyIndex;
    int qKey;

    /** Bits of {@link io.roce.nic.memory.AccessFlag}. */
    int accessFlags;

    /** Payload bytes of a full packet; of UD the port's. */
    int mtu;
    int minRnrTimer;
    int maxDestRdAtomic;
    int maxRdAtomic;

    /** Code: 4.096 us times 2 to this power; 0 is for ever. */
    int timeout;
    int retryCnt;
    int rnrRetry;

    /** Whether it waits for its turn to send, and the epoch in which it last asked for one. */
    boolean isDue;
    int dueEpoch;

    /** When the pause of its answers ends, if there is one. */
    long pauseEndNs;

    ServedQp(
        final int qpn,
        final long generation,
        final QpType type,
        final ProtectionDomain pd,
        final SendQueue sendQueue,
        final RecvQueue recvQueue,
        final CompletionQueue sendCq,
        final CompletionQueue recvCq)
    {
        this.qpn = qpn;
        this.generation = generation;
        this.type = type;
        this.pd = pd;
        this.sendQueue = sendQueue;
        this.recvQueue = recvQueue;
        this.sendCq = sendCq;
        this.recvCq = recvCq;
    }

    /** Whether there may be room for what it sends; a UD queue pair finds out with each datagram. */
    boolean isWritable()
    {
        return route == null || route.isWritable();
    }
}
