package io.roce.wire.header;

/** What a NAK says is wrong: the low five bits of its syndrome (IBTA Vol 1, section 9.7.5.2). */
public enum NakCode
{
    /** Packets before this one are missing. */
    PSN_SEQUENCE(0, "PSN sequence error"),
    INVALID_REQUEST(1, "invalid request"),
    REMOTE_ACCESS(2, "remote access error"),
    REMOTE_OPERATIONAL(3, "remote operational error"),
    /** Reliable datagrams only. */
    INVALID_RD_REQUEST(4, "invalid RD request");

    private static final NakCode[] BY_CODE = values();

    static
    {
        for (final NakCode nakCode : BY_CODE)
        {
            if (nakCode.code != nakCode.ordinal())
            {
                throw new IllegalStateException(nakCode + " is out of order");
            }
        }
    }

    private final int code;
    private final String label;

    NakCode(final int code, final String label)
    {
        this.code = code;
        this.label = label;
    }

    /** The one with that number, or null when it is reserved. */
    public static NakCode get(final int code)
    {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** The number on the wire. */
    public int code()
    {
        return code;
    }

    /** As a person reads it. */
    public String label()
    {
        return label;
    }
}
