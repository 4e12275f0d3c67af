package io.roce.nic.fault;

/** On which way a fault rule stands. */
public enum FaultDirection
{
    IN("in", "What the node receives, before every check."),
    OUT("out", "What the node sends, after its ICRC has been computed.");

    private final String label;
    private final String description;

    FaultDirection(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As in the text of a rule. */
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
