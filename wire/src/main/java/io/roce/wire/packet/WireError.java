package io.roce.wire.packet;

/** Why a UDP payload is no RoCEv2 packet. Checked in this order; the first that applies is the answer. */
public enum WireError
{
    /** Nothing: the packet's fields may be read. */
    NONE("well formed"),

    /** Fewer bytes than a BTH and an ICRC. */
    TRUNCATED_BTH("shorter than a BTH and an ICRC (16 bytes)"),

    /** More bytes than any legal packet has. */
    OVERSIZE("longer than the longest legal packet"),

    /** BTH transport version is not 0. */
    UNSUPPORTED_TVER("transport version is not 0"),

    /** The opcode is reserved: the opcode table has no row for it. */
    UNKNOWN_OPCODE("opcode is reserved"),

    /** Fewer bytes than the opcode's headers and an ICRC. */
    TRUNCATED_HEADERS("shorter than the headers of its opcode and an ICRC"),

    /** The pad count is larger than what follows the headers. */
    PAD_EXCEEDS_PAYLOAD("pad count larger than what follows the headers");

    private final String description;

    WireError(final String description)
    {
        this.description = description;
    }

    /** What is wrong, to follow the word "packet". */
    public String description()
    {
        return description;
    }
}
