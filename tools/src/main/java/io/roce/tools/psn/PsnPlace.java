package io.roce.tools.psn;

/** Where in its window a queue pair takes a packet to be. */
enum PsnPlace
{
    EXPECTED("expected"),
    DUPLICATE("duplicate"),
    AHEAD("ahead"),
    /** Stopped before the PSN was looked at, or the response to no request. */
    NEITHER("neither");

    private final String label;

    PsnPlace(final String label)
    {
        this.label = label;
    }

    /** As in JSON. */
    String label()
    {
        return label;
    }
}
