package io.roce.tools.lint;

import io.roce.wire.Psn;

/** Consecutive PSNs that are missing so far. */
final class Gap
{
    final int firstPsn;
    final int count;
    final long frame;

    /** As far as that frame says itself. */
    final Conversation conversation;
    final long timeNs;

    /** Damaged frames came in between, and may be what is missing. */
    final boolean isExplained;

    int left;
    boolean isNaked;
    boolean isAcknowledged;
    boolean isReported;

    private final long[] filled;

    /** @param frame that has shown it. */
    Gap(final int firstPsn, final int count, final Sighting packet, final boolean isExplained)
    {
        this.firstPsn = firstPsn;
        this.count = count;
        this.frame = packet.number();
        conversation = packet.conversation();
        this.timeNs = packet.timeNs();
        this.isExplained = isExplained;
        left = count;
        filled = new long[Math.min(count, Gaps.MAX_COUNT) + 63 >> 6];
    }

    boolean contains(final int psn)
    {
        final int index = Psn.diff(psn, firstPsn);
        return index >= 0 && index < count && index < Gaps.MAX_COUNT && (filled[index >> 6] >> index & 1) == 0;
    }

    void fill(final int psn)
    {
        final int index = Psn.diff(psn, firstPsn);
        filled[index >> 6] |= 1L << index;
        left--;
    }

    int lastPsn()
    {
        return Psn.add(firstPsn, count - 1);
    }

    String describe()
    {
        return count == 1 ?
            "1 packet, PSN " + Psn.format(firstPsn) :
            count + " packets, PSN " + Psn.format(firstPsn) + " to " + Psn.format(lastPsn());
    }
}
