package io.roce.tools.psn;

/** What an old packet did to a connection that it does not belong to. */
enum Harm
{
    /** A receive of the new connection completed with the old packet's data. */
    DELIVERED("delivered"),
    /** Memory is not what it was. */
    MEMORY_WRITTEN("memory written"),
    /** The answer had something of the memory in it. */
    MEMORY_READ("memory read"),
    /** A request completed that the new peer has not acknowledged. */
    REQUEST_COMPLETED("request completed"),
    /** The queue pair went to ERR. */
    CONNECTION_KILLED("connection killed"),
    /** What the new peer sent next, and first, did not do what it does to a queue pair that has met no old packet. */
    FIRST_PACKET_LOST("first packet lost");

    private final String label;

    Harm(final String label)
    {
        this.label = label;
    }

    /** As in text; in JSON with underscores. */
    String label()
    {
        return label;
    }
}
