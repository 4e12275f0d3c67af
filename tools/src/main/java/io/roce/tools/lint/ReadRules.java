package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.opcode.Opcode;

/**
 * How many PSNs an RDMA READ takes: its length over the path MTU, one at least. Where one of the two is not known, it
 * is one of several counts: of those the least is taken, and what comes behind it takes the largest that fits. So what
 * any of them explains is not said to be missing. An answer that tells the path MTU, or ends, settles it.
 */
final class ReadRules
{
    private static final int MIN_PATH_MTU = 256;
    private static final int MAX_PATH_MTU = 4096;

    private final GapRules gaps;
    private final Damage damage;

    ReadRules(final GapRules gaps, final Damage damage)
    {
        this.gaps = gaps;
        this.damage = damage;
    }

    /** A READ that is sent for the first time, as far as its length and the path MTU are known. */
    static void onSent(final Flow flow, final SentPacket read)
    {
        read.isPsnCountKnown = read.remaining != SentPacket.UNKNOWN &&
            (flow.pathMtu != 0 || read.remaining <= MIN_PATH_MTU);
        read.psnCount = read.remaining == SentPacket.UNKNOWN ?
            1 : packets(read.remaining, flow.pathMtu == 0 ? MAX_PATH_MTU : flow.pathMtu);
    }

    /** A request has this PSN: a READ before it whose count is not known reaches as far towards it as it can. */
    static void onFollowed(final Flow flow, final int psn)
    {
        final SentPacket last = flow.sent.get(Psn.add(flow.nextPsn, -1));
        if (last != null && !last.isPsnCountKnown && Psn.diff(psn, flow.nextPsn) > 0)
        {
            lengthen(flow, last, largest(last, Psn.diff(psn, last.psn)));
        }
    }

    /** A READ that was missing so far has come: the PSNs of its answer were missing with it. */
    static void onMissing(final Flow flow, final SentPacket read)
    {
        int missing = 1;
        while (missing < Gaps.MAX_COUNT && flow.gaps.contains(Psn.add(read.psn, missing)))
        {
            missing++;
        }
        if (!read.isPsnCountKnown)
        {
            read.psnCount = Math.max(read.psnCount, largest(read, missing));
        }
        for (int i = 1; i < Math.min(read.psnCount, missing); i++)
        {
            flow.gaps.fill(Psn.add(read.psn, i));
        }
        final int next = Psn.add(read.psn, read.psnCount);
        flow.nextPsn = Psn.diff(next, flow.nextPsn) > 0 ? next : flow.nextPsn;
    }

    /** The path MTU has become known: so have the counts of the READs whose length is. */
    void onPathMtu(final Flow flow, final Sighting packet)
    {
        for (final SentPacket read : flow.sent.ofUnknownPsnCount())
        {
            if (read.remaining != SentPacket.UNKNOWN)
            {
                settle(flow, packet, read, packets(read.remaining, flow.pathMtu));
            }
        }
    }

    /** A packet of the answer to a READ, which may lie behind what the READ was taken for so far. */
    void onAnswer(final Flow flow, final Sighting packet)
    {
        final int psn = packet.psn();
        final SentPacket sent = flow.sent.get(psn);
        final SentPacket read = sent == null ? flow.sent.get(Psn.add(flow.nextPsn, -1)) : sent;
        final Opcode opcode = packet.opcode();
        if (read == null || read.isPsnCountKnown || sent == null && (opcode.isStart() || read.isAnswered))
        {
            return;
        }

        final int count = Psn.diff(psn, read.psn) + 1;
        if (opcode.isEnd())
        {
            onEnd(flow, packet, read, count);
        }
        else if (read.remaining == SentPacket.UNKNOWN && count < RequestRules.NEW_SEQUENCE)
        {
            lengthen(flow, read, count);
        }
    }

    /** The last packet of an answer: it has as many as that, and what it leaves to those before makes the path MTU. */
    private void onEnd(final Flow flow, final Sighting packet, final SentPacket read, final int count)
    {
        if (read.remaining == SentPacket.UNKNOWN)
        {
            settle(flow, packet, read, count);
            return;
        }

        final long before = read.remaining - packet.payloadLength();
        if (count == 1 && before == 0)
        {
            settle(flow, packet, read, count);
        }
        for (int mtu = MAX_PATH_MTU; mtu >= MIN_PATH_MTU && flow.pathMtu == 0; mtu >>= 1)
        {
            if (count > 1 && before == (count - 1L) * mtu && packet.payloadLength() <= mtu)
            {
                flow.pathMtu = mtu;
                onPathMtu(flow, packet);
            }
        }
    }

    static int packets(final long length, final int pathMtu)
    {
        return (int)Math.min(RequestRules.NEW_SEQUENCE, Math.max(1, (length + pathMtu - 1) / pathMtu));
    }

    /** The largest count that a READ may have, of those up to a bound; its least where none is. */
    private static int largest(final SentPacket read, final int bound)
    {
        if (read.remaining == SentPacket.UNKNOWN)
        {
            return bound;
        }
        int count = read.psnCount;
        for (int mtu = MAX_PATH_MTU; mtu >= MIN_PATH_MTU && packets(read.remaining, mtu) <= bound; mtu >>= 1)
        {
            count = Math.max(count, packets(read.remaining, mtu));
        }
        return count;
    }

    private static void lengthen(final Flow flow, final SentPacket read, final int count)
    {
        final boolean isLast = flow.nextPsn == Psn.add(read.psn, read.psnCount);
        if (isLast && count > read.psnCount)
        {
            read.psnCount = count;
            flow.sent.put(read);
            flow.nextPsn = Psn.add(read.psn, count);
        }
    }

    private void settle(final Flow flow, final Sighting packet, final SentPacket read, final int count)
    {
        read.isPsnCountKnown = true;
        if (count >= read.psnCount)
        {
            lengthen(flow, read, count);
            return;
        }

        // What follows it left room for more: that much is missing.
        final Gap gap = new Gap(Psn.add(read.psn, count), read.psnCount - count, packet, damage.explains(
            flow.source, flow.destination, flow.destQp, read.lastFrame, read.psnCount - count));
        gap.isAcknowledged = Psn.diff(flow.acknowledgedPsn, gap.firstPsn) >= 0;
        read.psnCount = count;
        gaps.add(flow, gap);
    }
}
