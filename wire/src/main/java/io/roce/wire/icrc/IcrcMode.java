package io.roce.wire.icrc;

/** How strictly an ICRC is verified where the IPv4 identification and don't-fragment bit cannot be seen. */
public enum IcrcMode
{
    /** They are what the envelope says: 0 and set for a plain socket, the real ones for a capture. */
    STRICT("strict"),

    /**
     * Any identification, don't-fragment set, as every stack seen sends it. Of a million corrupted packets 15 pass; no
     * single-bit error does, up to 8.7 kB.
     */
    INFER("infer"),

    /**
     * Any identification, don't-fragment set or not. Of a million corrupted packets 31 pass, and two single-bit errors:
     * bit 3 of byte 173 and bit 6 of byte 1,834, counted from the start of the BTH.
     */
    INFER_ANY("infer-any"),

    /** Nothing is verified. */
    OFF("off");

    private final String label;

    IcrcMode(final String label)
    {
        this.label = label;
    }

    /** As it is written on the command line. */
    public String label()
    {
        return label;
    }
}
