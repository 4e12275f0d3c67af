package io.roce.tools.replay;

import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;

import java.io.IOException;
import java.util.Map;

/** Is shown the frames of a capture that hold a RoCEv2 packet, in order. */
interface FrameVisitor
{
    /**
     * A packet that is to be sent.
     *
     * @return whether to go on.
     */
    boolean onFrame(Frame frame, RoceFrame roceFrame, Route route) throws IOException;

    /** A packet that is left out, with the reason. */
    void onSkipped(long frame, String reason);

    /** The file is read as far as it can be. */
    void onEnd(Map<FrameKind, Long> others);
}
