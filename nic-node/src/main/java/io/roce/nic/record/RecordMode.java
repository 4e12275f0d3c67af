package io.roce.nic.record;

/** Which packets are recorded. */
public enum RecordMode
{
    /** Everything that comes in and goes out. */
    ALL("all"),
    /** What comes in and is dropped. */
    DROPS("drops");

    private final String label;

    RecordMode(final String label)
    {
        this.label = label;
    }

    /** As it is written on the command line and in JSON. */
    public String label()
    {
        return label;
    }
}
