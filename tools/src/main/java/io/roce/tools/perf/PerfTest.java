package io.roce.tools.perf;

/** The two questions that are asked. */
enum PerfTest
{
    /** How much goes through with many messages on their way. */
    BANDWIDTH("bw"),
    /** How long one message takes when it is alone. */
    LATENCY("lat");

    private final String label;

    PerfTest(final String label)
    {
        this.label = label;
    }

    /** As on the command line and between the ends. */
    String label()
    {
        return label;
    }
}
