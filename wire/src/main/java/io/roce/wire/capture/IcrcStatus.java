package io.roce.wire.capture;

/** What a capture says of a packet's ICRC. */
public enum IcrcStatus
{
    GOOD,
    BAD,
    /** Cut off by the capture, or the IP header is one that the ICRC is not defined for. */
    NOT_AVAILABLE
}
