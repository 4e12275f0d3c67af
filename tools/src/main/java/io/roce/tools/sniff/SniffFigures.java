package io.roce.tools.sniff;

import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.IcrcStatus;
import io.roce.wire.capture.KernelVerdict;

import java.util.EnumMap;
import java.util.Map;

/** What was counted while an interface was looked at. */
final class SniffFigures
{
    private final Map<KernelVerdict, Long> verdicts = new EnumMap<>(KernelVerdict.class);
    private final Map<IcrcStatus, Long> icrcs = new EnumMap<>(IcrcStatus.class);
    private final Map<FrameKind, Long> others = new EnumMap<>(FrameKind.class);
    private long sent;
    private long dropped;

    /** @param verdict null for a packet that this machine sends. */
    void onPacket(final KernelVerdict verdict, final IcrcStatus icrc)
    {
        if (verdict == null)
        {
            sent++;
        }
        else
        {
            verdicts.merge(verdict, 1L, Long::sum);
        }
        icrcs.merge(icrc, 1L, Long::sum);
    }

    void onOther(final FrameKind kind)
    {
        others.merge(kind, 1L, Long::sum);
    }

    void dropped(final long dropped)
    {
        this.dropped = dropped;
    }

    /** Frames that the system had no room for before they were read. */
    long dropped()
    {
        return dropped;
    }

    /** Packets that this machine sent, as far as the interface tells. */
    long sent()
    {
        return sent;
    }

    /** What the kernel made of the other packets; none of those with none, as in the others. */
    Map<KernelVerdict, Long> verdicts()
    {
        return verdicts;
    }

    Map<IcrcStatus, Long> icrcs()
    {
        return icrcs;
    }

    /** Frames that are no RoCEv2 packets. */
    Map<FrameKind, Long> others()
    {
        return others;
    }
}
