package io.roce.nic.lane;

/** How datagrams come to the lane that has their queue pair. */
public enum LaneSteering
{
    /** The system delivers them there, where it can. */
    AUTO("auto"),
    /** The system spreads flows evenly, and lanes hand over what is another's. */
    OFF("off");

    private final String label;

    LaneSteering(final String label)
    {
        this.label = label;
    }

    /** As on the command line. */
    public String label()
    {
        return label;
    }
}
