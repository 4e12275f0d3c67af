package io.roce.nic.qp;

/** What the time is that a miss of the QP cache is said to take. */
public enum MissCostKind
{
    NONE("none", "A miss costs what it costs."),
    ACCOUNTED("accounted", "The modelled time of each miss is added up and shown; nothing waits."),
    SPENT("spent", "The lane waits, busy, for the modelled time of each miss.");

    private final String label;
    private final String description;

    MissCostKind(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }
}
