package io.roce.tools.lint;

import io.roce.wire.Psn;
import io.roce.wire.header.HeaderType;

import java.net.InetAddress;
import java.util.Map;

/**
 * UD: a queue pair counts its PSNs over all whom it sends to, of whom a capture may see some. So what is missing is
 * worth a note and no more; what is there twice is told as ever.
 */
final class DatagramRules
{
    private static final int MAX_SENDERS = 4096;

    /** Datagrams that are known again, and behind a gap one that was overtaken would have come by. */
    private static final int REMEMBERED = 16;

    private final Map<Sender, State> senders = new BoundedMap<>(MAX_SENDERS, this::settle);
    private final Findings findings;
    private final Damage damage;

    DatagramRules(final Findings findings, final Damage damage)
    {
        this.findings = findings;
        this.damage = damage;
    }

    void onPacket(final Sighting packet)
    {
        if (!packet.isReadable(HeaderType.DETH))
        {
            return;
        }

        final Sender sender = new Sender(packet.source(), packet.packet().deth().srcQp());
        final State state = senders.get(sender);
        if (state == null)
        {
            senders.put(sender, new State(packet));
            return;
        }

        final int ahead = Psn.diff(packet.psn(), state.nextPsn);
        if (Math.abs(ahead) >= RequestRules.NEW_SEQUENCE)
        {
            settle(state);
            senders.put(sender, new State(packet));
            return;
        }
        if (ahead > 0)
        {
            final Gap oldest = state.gaps.add(new Gap(state.nextPsn, ahead, packet, damage.explains(
                packet.source(), packet.destination(), Conversation.UNKNOWN, state.lastFrame, 1)));
            if (oldest != null)
            {
                settle(oldest);
            }
        }
        else if (ahead < 0)
        {
            final long twin = state.frameOf(packet.psn(), packet.icrc());
            if (twin != 0)
            {
                findings.add(FindingCode.DUPLICATE, packet,
                    "as frame " + twin + ", PSN " + Psn.format(packet.psn()));
            }
            else
            {
                state.gaps.fill(packet.psn());
                findings.add(FindingCode.REORDERED, packet,
                    "PSN " + Psn.format(packet.psn()) + " comes behind " + Psn.format(Psn.add(state.nextPsn, -1)));
            }
        }
        state.onPacket(packet, ahead);
        for (Gap gap = state.gaps.peek(); gap != null && Psn.diff(state.nextPsn, gap.lastPsn()) > REMEMBERED;
            gap = state.gaps.peek())
        {
            settle(state.gaps.poll());
        }
    }

    /** There are no more packets. */
    void onEnd()
    {
        senders.values().forEach(this::settle);
    }

    private void settle(final State state)
    {
        for (Gap gap = state.gaps.poll(); gap != null; gap = state.gaps.poll())
        {
            settle(gap);
        }
    }

    /** No datagram of it is waited for any more. */
    private void settle(final Gap gap)
    {
        if (!gap.isExplained)
        {
            findings.onFinding(new Finding(FindingCode.DATAGRAM_GAP, gap.conversation, gap.frame,
                gap.left + " before PSN " + Psn.format(Psn.add(gap.lastPsn(), 1))));
        }
    }

    private record Sender(InetAddress address, int qpn)
    {
    }

    private static final class State
    {
        private final int[] psns = new int[REMEMBERED];
        private final int[] icrcs = new int[REMEMBERED];
        private final long[] frames = new long[REMEMBERED];
        private final Gaps gaps = new Gaps();
        private int count;
        private int nextPsn;
        private long lastFrame;

        State(final Sighting packet)
        {
            nextPsn = packet.psn();
            onPacket(packet, 0);
        }

        void onPacket(final Sighting packet, final int ahead)
        {
            final int slot = count++ & REMEMBERED - 1;
            psns[slot] = packet.psn();
            icrcs[slot] = packet.icrc();
            frames[slot] = packet.number();
            lastFrame = packet.number();
            nextPsn = ahead < 0 ? nextPsn : Psn.add(packet.psn(), 1);
        }

        /** 0 for none. */
        long frameOf(final int psn, final int icrc)
        {
            for (int i = 0; i < REMEMBERED; i++)
            {
                if (frames[i] != 0 && psns[i] == psn && icrcs[i] == icrc && icrc != 0)
                {
                    return frames[i];
                }
            }
            return 0;
        }
    }
}
