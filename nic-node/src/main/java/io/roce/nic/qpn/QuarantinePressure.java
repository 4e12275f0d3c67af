package io.roce.nic.qpn;

/** What happens when no number is free, but some will be when their time in quarantine is over. */
public enum QuarantinePressure
{
    /** The call fails, and says when there are enough. */
    STRICT("strict"),
    /** The numbers that would be free first are handed out before their time. */
    STEAL_OLDEST("steal-oldest");

    private final String label;

    QuarantinePressure(final String label)
    {
        this.label = label;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }
}
