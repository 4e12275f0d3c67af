package io.roce.wire.capture;

/** The link layers that are read. */
public enum LinkType
{
    ETHERNET(1);

    private final int code;

    LinkType(final int code)
    {
        this.code = code;
    }

    /** Its number in capture files. */
    public int code()
    {
        return code;
    }
}
