package io.roce.wire.cm;

/** The messages of connection management, by their attribute ID (IBTA Vol 1, section 12.6). */
public enum CmKind
{
    /** Asks for a connection. */
    REQ(0x10),
    /** Asks for patience: the answer takes a while. */
    MRA(0x11),
    /** Refuses. */
    REJ(0x12),
    /** Agrees to a connection. */
    REP(0x13),
    /** The connection is ready to use. */
    RTU(0x14),
    /** Asks for the end of a connection. */
    DREQ(0x15),
    /** The connection has ended. */
    DREP(0x16),
    /** Asks for the queue pair of a service of datagrams. */
    SIDR_REQ(0x17),
    /** Names it. */
    SIDR_REP(0x18),
    /** Offers an alternate path. */
    LAP(0x19),
    /** Answers that. */
    APR(0x1A);

    private final int attributeId;

    CmKind(final int attributeId)
    {
        this.attributeId = attributeId;
    }

    /** The one with that number, or null. */
    public static CmKind get(final int attributeId)
    {
        for (final CmKind kind : values())
        {
            if (kind.attributeId == attributeId)
            {
                return kind;
            }
        }
        return null;
    }

    /** 16 bits. */
    public int attributeId()
    {
        return attributeId;
    }
}
