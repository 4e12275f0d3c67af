package io.roce.nic.qpn;

/** Which of the free numbers is handed out next. */
public enum AllocationOrder
{
    /** The next one after the last that was given, and from the end of the pool back to its start: reuse comes late. */
    CYCLIC("cyclic"),
    /** The lowest one: a freed number comes back at once. */
    LOWEST("lowest"),
    /** Any one, each as likely as the others: nobody can guess which. */
    RANDOM("random");

    private final String label;

    AllocationOrder(final String label)
    {
        this.label = label;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }
}
