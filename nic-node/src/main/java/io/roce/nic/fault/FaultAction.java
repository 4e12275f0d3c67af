package io.roce.nic.fault;

/** What a fault rule does to a datagram that it selects. */
public enum FaultAction
{
    DROP("drop", FaultArgument.NONE, "The datagram goes no further."),
    DUPLICATE("duplicate", FaultArgument.NONE, "The datagram goes on, and a copy of it right behind."),
    /** At most {@link FaultRule#MAX_REORDER_NS}: when nothing follows, it goes on all the same. */
    REORDER("reorder", FaultArgument.PACKETS, "The datagram goes on behind so many that come to the rule after it."),
    DELAY("delay", FaultArgument.DURATION, "The datagram goes on so much later."),
    /** No receiver takes the datagram, whatever it infers: where one would, the ICRC is made wrong besides. */
    CORRUPT("corrupt", FaultArgument.BIT, "One bit of the datagram is the other way round: the one said, or any."),
    /** The ICRC stays right, since it does not cover the bit. */
    FECN("fecn", FaultArgument.NONE, "The datagram says that it met congestion: FECN is set.");

    private final String label;
    private final FaultArgument argument;
    private final String description;

    FaultAction(final String label, final FaultArgument argument, final String description)
    {
        this.label = label;
        this.argument = argument;
        this.description = description;
    }

    /** As in the text of a rule. */
    public String label()
    {
        return label;
    }

    /** What stands behind its equals sign. */
    public FaultArgument argument()
    {
        return argument;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }

    /** Whether datagrams are kept for a while. */
    boolean isHolding()
    {
        return this == REORDER || this == DELAY;
    }
}
