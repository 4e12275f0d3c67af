package io.roce.wire.capture;

/** Goes down a frame to the UDP datagram in it. Not thread-safe. */
public final class FrameDissector
{
    /**
     * Takes a frame apart.
     *
     * @param roceFrame is filled in when the answer is {@link FrameKind#ROCE_V2}.
     */
    public FrameKind dissect(final Frame frame, final RoceFrame roceFrame)
    {
        throw new UnsupportedOperationException();
    }
}
