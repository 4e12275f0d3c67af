package io.roce.nic.transport;

import io.roce.wire.Psn;

/** How far a queue pair's responder has come. Lane thread only. */
final class ResponderState
{
    /** No syndrome: the failure is not told. */
    static final int SILENT = -1;

    /** The SEND or RDMA WRITE that is coming in; RC and UC. */
    final IncomingMessage message = new IncomingMessage();

    /** READs and atomics; RC. */
    final SavedResponses saved = new SavedResponses();

    /** Of answers to READs; RC. */
    final AnswerPace pace = new AnswerPace();

    /** PSN that the next new request must have. */
    int ePsn;

    /** RC: PSN of the newest packet of a SEND or RDMA WRITE that was executed; before the first, in front of all. */
    int newestMessagePsn;

    /** Messages completed, 24 bits; READs and atomics count when they are accepted. */
    int msn;

    /** RC: a NAK has asked for the expected PSN, and what is ahead of it is dropped. */
    boolean isNakSent;

    /** UC: what comes is dropped until a message begins. */
    boolean isDropping;

    /** RC: a request has failed, and the queue pair goes to ERR as soon as those before it are answered. */
    boolean isFailing;

    // RC: the newest ACK or NAK that waits for answers before it to leave.
    boolean isAckWaiting;
    int waitingPsn;
    int waitingSyndrome;
    int waitingMsn;

    /**
     * A connection begins: the step to RTR.
     *
     * @param rqPsn of the first request.
     * @param saved READs and atomics to be saved for duplicates: see {@link Profile#savedResponses}; 0 for UC.
     */
    void connect(final int rqPsn, final int saved)
    {
        reset();
        ePsn = rqPsn;
        newestMessagePsn = Psn.add(rqPsn, -1);
        this.saved.reset(saved);
        pace.start(rqPsn);
    }

    /** As new, in RESET. */
    void reset()
    {
        stop();
        ePsn = 0;
        newestMessagePsn = 0;
        msn = 0;
        isFailing = false;
    }

    /** The queue pair is in ERR: nothing is under way any more. */
    void stop()
    {
        message.close();
        saved.reset(0);
        isNakSent = false;
        isDropping = false;
        isAckWaiting = false;
    }

    /** Whether there is something to be sent now, and not only behind the pause. */
    boolean isResponding()
    {
        final SavedResponse next = saved.firstDue();
        return isAckBefore(next) || next != null && (next.kind() == RequestKind.ATOMIC || pace.isOpen());
    }

    /**
     * Whether an ACK or NAK waits and is to leave first.
     *
     * @param next answer that is due, or null.
     */
    boolean isAckBefore(final SavedResponse next)
    {
        return isAckWaiting && (next == null || Psn.diff(next.nextPsn(), waitingPsn) > 0);
    }
}
