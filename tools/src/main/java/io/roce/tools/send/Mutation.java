package io.roce.tools.send;

/** How a packet is changed at random. */
enum Mutation
{
    /** A field of its headers is set to another value. */
    FIELD("field"),
    /** A bit in front of the ICRC is flipped. */
    BIT("bit");

    private final String label;

    Mutation(final String label)
    {
        this.label = label;
    }

    /** As on the command line. */
    String label()
    {
        return label;
    }
}
