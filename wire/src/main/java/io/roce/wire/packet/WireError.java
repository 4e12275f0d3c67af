package io.roce.wire.packet;

/** Why a UDP payload is no RoCEv2 packet. Checked in this order; the first that applies is the answer. */
public enum WireError
{
    /** Nothing: the packet's fields may be read. */
    NONE("well formed"),
    TRUNCATED_BTH("shorter than a BTH and an ICRC (16 bytes)"),
    OVERSIZE("longer than the longest legal packet"),
    UNSUPPORTED_TVER("transport version is not 0"),
    UNKNOWN_OPCODE("opcode is reserved"),
    TRUNCATED_HEADERS("shorter than the headers of its opcode and an ICRC"),
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
