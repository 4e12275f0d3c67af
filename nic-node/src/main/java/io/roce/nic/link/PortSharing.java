package io.roce.nic.link;

/** Whether a link has its UDP port alone, or with links of other lanes at the same address ({@code SO_REUSEPORT}). */
public enum PortSharing
{
    /** Nobody else can bind it. */
    ALONE,
    /** Bound when nobody has it; others can join then. */
    FIRST,
    /** Bound where others are already, or anew; more can join. */
    JOINING
}
