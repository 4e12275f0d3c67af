package io.roce.nic.lane;

/**
 * What happens when a queue pair goes from RESET to INIT while the peer of its last connection may still transmit: it
 * has kept its number, so the quarantine does not protect it.
 */
public enum ResetHold
{
    /** It is done. */
    ALLOW("allow"),
    /** It is done, counted, and shown in the queue pair. */
    WARN("warn"),
    /** It is refused, and when it will not be any more is told. */
    REFUSE("refuse");

    private final String label;

    ResetHold(final String label)
    {
        this.label = label;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }
}
