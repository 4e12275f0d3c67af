package io.roce.wire.packet;

/** Which ICRC a built packet gets. */
public enum IcrcChoice
{
    /** The right one. */
    GOOD,
    /** One that is wrong, and that no IPv4 identification or don't-fragment bit explains. */
    BAD,
    /** The one that is given. */
    GIVEN
}
