package io.roce.wire.capture;

/** What follows the IP packet in a frame. */
public enum TrailerStatus
{
    /** Nothing, or what fills the shortest Ethernet frame. */
    NONE,
    /** A frame check sequence, and it is right. */
    FCS_RIGHT,
    /** Four bytes where a frame check sequence would stand, which is not that of the frame. */
    FCS_WRONG,
    /** Something else. */
    OTHER
}
