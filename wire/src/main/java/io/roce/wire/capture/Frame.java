package io.roce.wire.capture;

/** One frame of a capture as it stands in the file. Re-used from frame to frame. */
public final class Frame
{
    long number;
    long timestampNs;
    LinkType linkType;
    byte[] data = new byte[2048];
    int capturedLength;
    int originalLength;
    RecordShape shape;
    /** Of its interface, where it is in a simple packet block; 0 for none. */
    long snapLength;

    /** Counted from 1. */
    public long number()
    {
        return number;
    }

    /**
     * Nanoseconds since 1970; 0 where the file has no time for the frame (a simple packet block of pcapng). Always the
     * time that is in the file: a file is read as far as its times lie between September 1677 and April 2262, which
     * is what fits.
     */
    public long timestampNs()
    {
        return timestampNs;
    }

    /** Null when the frame is from an interface whose link type is not read. */
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

    /** What the file says the frame's length was on the wire; {@link Integer#MAX_VALUE} for anything longer. */
    public int originalLength()
    {
        return originalLength;
    }

    /** Its length on the wire, which is at least what was captured, whatever the file says. */
    int wireLength()
    {
        return Math.max(originalLength, capturedLength);
    }

    /** Takes over lengths and makes room for the bytes; {@code capturedLength} has been checked. */
    void lengths(final int capturedLength, final long originalLength)
    {
        if (data.length < capturedLength)
        {
            data = new byte[Math.max(capturedLength, Math.min(2 * data.length, CaptureReader.MAX_CAPTURED_LENGTH))];
        }

        this.capturedLength = capturedLength;
        this.originalLength = (int)Math.min(originalLength, Integer.MAX_VALUE);
    }
}
