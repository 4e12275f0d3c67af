package io.roce.nic.transport;

import io.roce.wire.Psn;

/**
 * How fast a queue pair's answers to READs leave: in bursts, with a pause behind each. No peer acknowledges them, and
 * what it had no room for it asks for again, often only when its timer has expired. So bursts grow with what has left,
 * and one that is asked for again is halved: the one that the missing packet was part of, since what has left behind it
 * says nothing of what the peer can take. They grow again the slower the more left in vain. Lane thread only.
 */
final class AnswerPace
{
    /** From a burst to the next. */
    static final long PAUSE_NS = 250_000;

    /** Packets of a burst as long as nothing is known of the peer. */
    static final int FIRST_BURST = 16;

    /** Of so many it is no pace any more: a million packets a second. */
    static final int MAX_BURST = 256;

    /** Packets that leave until bursts are twice as long: as long as none was lost, and at least when one was. */
    static final int FIRST_DOUBLING = 8_192;
    static final int MIN_DOUBLING = 2_048;

    /** So many times as many as have left in vain at least. */
    static final int DOUBLING_PER_LOST = 16;

    /** Fractions of a packet that are counted. */
    private static final long PACKET = 1 << 8;

    // A burst is as long as base when the count of what was sent begins, and twice as long when it is at doubling.
    private long base;
    private long doubling;
    private long sent;

    /** Behind what was sent. */
    private int nextPsn;

    /** What may leave before the next pause. */
    private long credit;
    private boolean isPausing;

    /** A connection begins, whose first request is to have that PSN. A pause that is under way goes on. */
    void start(final int firstPsn)
    {
        base = FIRST_BURST * PACKET;
        doubling = FIRST_DOUBLING;
        sent = 0;
        nextPsn = firstPsn;
        credit = base;
    }

    /** Whether a packet may leave now, and not only behind the pause. */
    boolean isOpen()
    {
        return credit >= PACKET;
    }

    /** A packet of an answer has left. */
    void onSent(final int psn)
    {
        nextPsn = Psn.add(psn, 1);
        sent++;
        credit -= PACKET;
    }

    /** @return whether a pause is to begin: the burst has left. */
    boolean beginPause()
    {
        final boolean begins = !isOpen() && !isPausing;
        isPausing |= begins;
        return begins;
    }

    /** The next burst may leave. */
    void endPause()
    {
        isPausing = false;
        credit = Math.min(credit, PACKET) + burst();
    }

    /** An answer is asked for again from that PSN on: if that has left, it is lost, and with it all behind it. */
    void onAskedAgain(final int psn)
    {
        final int lost = Psn.diff(nextPsn, psn);
        if (lost <= 0)
        {
            return;
        }

        sent = Math.max(0, sent - lost);
        base = Math.max(PACKET, burst() / 2);
        doubling = Math.max(MIN_DOUBLING, (long)DOUBLING_PER_LOST * lost);
        sent = 0;
        nextPsn = psn;
        credit = Math.min(credit, base);
    }

    private long burst()
    {
        return Math.min(MAX_BURST * PACKET, base + base * sent / doubling);
    }
}
