package io.roce.tools.bench;

import java.io.IOException;

/** What can be measured. */
enum BenchPart
{
    RECEIVE("receive", "what a node receives, beside C with recvmmsg and the same work", ReceivePart::run),
    LANES("lanes", "what a packet costs a node with two lanes, beside a node with one", LanesPart::run),
    PATH("path", "the receive path in memory, without sockets, beside the ICRC alone", PathPart::run),
    ICRC("icrc", "the ICRC alone, beside ISA-L, libdeflate and zlib", IcrcPart::run),
    LOOKUP("lookup", "from a number to its queue pair in two levels, beside a flat table", LookupPart::run),
    CREATE("create", "queue pairs created and destroyed, 1,024 in a call, beside one in a call", CreatePart::run),
    TRANSMIT("transmit", "what a node sends over UC, beside C with sendmmsg and with UDP_SEGMENT", TransmitPart::run),
    WRITE("write", "WRITEs of 1 MiB between two nodes, beside two C programs", BandwidthPart::write),
    READ("read", "READs of 1 MiB between two nodes, beside two C programs", BandwidthPart::read),
    LATENCY("latency", "a WRITE of one packet there and back, beside C over UDP", LatencyPart::run),
    SOAK("soak", "memory and ledger of a node under full load for a while", SoakPart::run);

    /** Measures a part. */
    @FunctionalInterface
    interface Run
    {
        PartResult run(Bench bench) throws IOException;
    }

    private final String label;
    private final String description;
    private final Run run;

    BenchPart(final String label, final String description, final Run run)
    {
        this.label = label;
        this.description = description;
        this.run = run;
    }

    /** As it is written on the command line. */
    String label()
    {
        return label;
    }

    String description()
    {
        return description;
    }

    PartResult run(final Bench bench) throws IOException
    {
        return run.run(bench);
    }
}
