package io.roce.wire.capture;

/** What a capture says of a packet's ICRC. */
public enum IcrcStatus
{
    GOOD,
    BAD,
    /** Not to be told, for one of the reasons in {@link IcrcUnavailable}. */
    NOT_AVAILABLE
}
