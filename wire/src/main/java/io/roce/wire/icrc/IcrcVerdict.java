package io.roce.wire.icrc;

/** What came of verifying one packet's ICRC. */
public enum IcrcVerdict
{
    /** Right for the envelope as it stands. */
    EXACT,

    /** Right for an identification that the mode allows; {@link IcrcVerifier#identification()} says which. */
    INFERRED,

    /** Wrong for everything that the mode allows. */
    MISMATCH,

    /** Not looked at: the mode is {@link IcrcMode#OFF}. */
    UNCHECKED;

    /** Whether the packet may go on. */
    public boolean isAccepted()
    {
        return this != MISMATCH;
    }
}
