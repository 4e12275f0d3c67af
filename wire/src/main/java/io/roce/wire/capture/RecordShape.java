package io.roce.wire.capture;

/** Where in its record, or block, a frame and its lengths stand; offsets in bytes from the record's start. */
enum RecordShape
{
    /** A record of a pcap file. */
    PCAP(8, 12, 16),

    /** Enhanced and obsolete packet blocks of pcapng, which differ in what stands in front. */
    PACKET_BLOCK(20, 24, 28),

    /** A simple packet block of pcapng: its captured length follows from the original one. */
    SIMPLE_PACKET_BLOCK(-1, 8, 12);

    private final int capturedLengthOffset;
    private final int originalLengthOffset;
    private final int dataOffset;

    RecordShape(final int capturedLengthOffset, final int originalLengthOffset, final int dataOffset)
    {
        this.capturedLengthOffset = capturedLengthOffset;
        this.originalLengthOffset = originalLengthOffset;
        this.dataOffset = dataOffset;
    }

    /** -1 where it has none. */
    int capturedLengthOffset()
    {
        return capturedLengthOffset;
    }

    int originalLengthOffset()
    {
        return originalLengthOffset;
    }

    int dataOffset()
    {
        return dataOffset;
    }

    /** Whether it begins and ends with its length, and its frame is padded to four bytes. */
    boolean isBlock()
    {
        return this != PCAP;
    }
}
