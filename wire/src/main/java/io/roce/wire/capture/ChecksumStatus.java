package io.roce.wire.capture;

/** What a frame says of a checksum of its IP or UDP header. */
public enum ChecksumStatus
{
    RIGHT,
    WRONG,
    /** UDP: 0, which stands for none. */
    NONE,
    /** It was captured before the sender's adapter filled it in: 0 for IPv4, the pseudo-header's sum for UDP. */
    LEFT_TO_ADAPTER,
    /** Not to be told: the frame does not hold all that it covers. */
    NOT_AVAILABLE
}
