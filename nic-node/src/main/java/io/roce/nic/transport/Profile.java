package io.roce.nic.transport;

/** Where the standard and what is in use differ: whose behaviour a node shows. */
public enum Profile
{
    /** As IBTA Vol 1 has it. */
    IBTA("ibta"),
    /** As the software RoCE of Linux 6.1 has it. */
    RXE_6_1("rxe-6.1");

    private final String label;

    Profile(final String label)
    {
        this.label = label;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }
}
