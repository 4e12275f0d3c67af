package io.roce.tools.rewrite;

import io.roce.wire.capture.RoceFrame;
import io.roce.wire.header.HeaderType;

import java.util.Set;

/**
 * Which frames are changed.
 *
 * @param frames by number; null for all.
 * @param qpns   of RoCEv2 packets, the destination queue pair, as it is in the capture; empty for all, and then other
 *               frames too.
 */
record Selection(FrameRanges frames, Set<Integer> qpns)
{
    /** @param roceFrame null for a frame that holds no RoCEv2 packet. */
    boolean has(final long frameNumber, final RoceFrame roceFrame)
    {
        return (frames == null || frames.has(frameNumber)) && (qpns.isEmpty() || isToOneOfQpns(roceFrame));
    }

    private boolean isToOneOfQpns(final RoceFrame roceFrame)
    {
        return roceFrame != null && roceFrame.isReadable(HeaderType.BTH) &&
            qpns.contains(roceFrame.datagram().packet().bth().destQp());
    }
}
