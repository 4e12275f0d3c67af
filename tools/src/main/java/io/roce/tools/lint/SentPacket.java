package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;

/** What is remembered of a request that was sent. */
final class SentPacket
{
    /** Of the rest of a message whose beginning is not known. */
    static final long UNKNOWN = -1;

    final int psn;
    final Opcode opcode;
    final long firstFrame;
    final boolean wantsAnswer;

    /** PSNs that it takes, more than one for a READ alone; of one whose count is not known, at least. */
    int psnCount = 1;
    boolean isPsnCountKnown = true;

    /** Bytes of its RDMA WRITE that are to come behind it, or of the READ. */
    long remaining = UNKNOWN;

    long lastFrame;
    long lastTimeNs;
    int icrc;
    int identification;
    int transmissions = 1;
    boolean isRepeat;
    boolean isAnswered;

    /** No answer has come since it was sent last. */
    boolean isAwaited;

    /** A READ or an atomic that a later answer has passed: it is asked for again. */
    boolean isSkipped;
    boolean isRnrNaked;

    /** Next PSN of the answer to a READ or an atomic. */
    int nextAnswerPsn;

    SentPacket(final Sighting packet, final boolean wantsAnswer)
    {
        psn = packet.psn();
        opcode = packet.opcode();
        firstFrame = packet.number();
        this.wantsAnswer = wantsAnswer;
        nextAnswerPsn = psn;
        onSent(packet);
    }

    void onSent(final Sighting packet)
    {
        lastFrame = packet.number();
        lastTimeNs = packet.timeNs();
        icrc = packet.icrc();
        identification = packet.identification();
        isAwaited = true;
    }

    /** A READ or an atomic is asked for again, from a PSN of it on: so its answer begins there. */
    void onRepeatedFetch(final int psn)
    {
        isRepeat = true;
        isSkipped = false;
        nextAnswerPsn = psn;
    }

    int lastPsn()
    {
        return Psn.add(psn, psnCount - 1);
    }

    /** Whether its answer brings something: a READ or an atomic. */
    boolean isFetch()
    {
        return isFetch(opcode);
    }

    static boolean isFetch(final Opcode opcode)
    {
        return switch (opcode)
        {
            case RC_RDMA_READ_REQUEST, RC_COMPARE_SWAP, RC_FETCH_ADD -> true;
            default -> false;
        };
    }
}
