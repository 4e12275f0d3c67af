package io.roce.wire.capture;

/** What a capture says of a packet's ICRC. */
public enum IcrcStatus
{
    GOOD,
    BAD,
    /**
     * Not to be told: cut off by the capture, in a later fragment, too short to have one, or behind an IP header that
     * the ICRC is not defined for (options, extension headers).
     */
    NOT_AVAILABLE
}
