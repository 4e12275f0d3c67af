package io.roce.tools.replay;

import io.roce.tools.expect.BadExpectationException;
import io.roce.tools.expect.ExpectedFates;
import io.roce.wire.capture.Frame;
import io.roce.wire.capture.FrameKind;
import io.roce.wire.capture.RoceFrame;

import java.util.Map;

/** What is to be known of a capture before anything is sent. Not thread-safe. */
final class Survey implements FrameVisitor
{
    private final Conversations conversations = new Conversations();
    private final ExpectedFates expected;
    private long roceFrames;
    private long lastNumber;
    private BadExpectationException bad;

    /** @param expected is held against the capture; null for none. */
    Survey(final ExpectedFates expected)
    {
        this.expected = expected;
    }

    @Override
    public boolean onFrame(final Frame frame, final RoceFrame roceFrame, final Route route)
    {
        onRoceFrame(frame.number());
        conversations.onPacket(roceFrame);
        return true;
    }

    @Override
    public void onSkipped(final long frame, final String reason)
    {
        onRoceFrame(frame);
        requireUnnamed(frame, frame, reason);
    }

    @Override
    public void onEnd(final Map<FrameKind, Long> others)
    {
        final long frames = roceFrames + others.values().stream().mapToLong(Long::longValue).sum();
        requireUnnamed(lastNumber + 1, frames, "it holds no RoCEv2 packet");
        requireUnnamed(frames + 1, Long.MAX_VALUE,
            "the capture has " + frames + (frames == 1 ? " frame" : " frames"));
    }

    /** The queue pairs that the packets speak of that are to be sent. */
    Conversations conversations()
    {
        return conversations;
    }

    /** @throws BadExpectationException when something is expected of a frame that is not to be sent. */
    void requireFitting() throws BadExpectationException
    {
        if (bad != null)
        {
            throw bad;
        }
    }

    private void onRoceFrame(final long number)
    {
        requireUnnamed(lastNumber + 1, number - 1, "it holds no RoCEv2 packet");
        roceFrames++;
        lastNumber = number;
    }

    private void requireUnnamed(final long first, final long last, final String why)
    {
        if (expected == null || bad != null || first > last)
        {
            return;
        }
        try
        {
            expected.requireUnnamed(first, last, why);
        }
        catch (final BadExpectationException e)
        {
            bad = e;
        }
    }
}
