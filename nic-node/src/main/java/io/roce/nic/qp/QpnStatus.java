package io.roce.nic.qp;

/** What the table says of a number. */
public enum QpnStatus
{
    /** Never given, or free again. */
    UNALLOCATED,
    /** A queue pair has it. */
    LIVE,
    /** Its queue pair was destroyed; it is held back for now. */
    QUARANTINED
}
