package io.roce.wire.capture;

/** What a frame turned out to be. */
public enum FrameKind
{
    /** A UDP datagram to port 4791, whole or cut. */
    ROCE_V2("RoCEv2");

    private final String description;

    FrameKind(final String description)
    {
        this.description = description;
    }

    /** A few words, to follow "skipped". */
    public String description()
    {
        return description;
    }
}
