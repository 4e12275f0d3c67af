package io.roce.wire.capture;

/** One frame of a capture as it stands in the file. Re-used from frame to frame. */
public final class Frame
{
    long number;
    long timestampNs;
    LinkType linkType;
    byte[] data = new byte[0];
    int capturedLength;
    int originalLength;

    /** Counted from 1. */
    public long number()
    {
        return number;
    }

    /** Nanoseconds since 1970. */
    public long timestampNs()
    {
        return timestampNs;
    }

    public LinkType linkType()
    {
        return linkType;
    }

    /** The first {@link #capturedLength()} bytes are the frame's. */
    public byte[] data()
    {
        return data;
    }

    public int capturedLength()
    {
        return capturedLength;
    }

    /** What the frame's length was on the wire. */
    public int originalLength()
    {
        return originalLength;
    }
}
