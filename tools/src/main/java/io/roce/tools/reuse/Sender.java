package io.roce.tools.reuse;

/** Who sends stale packets. */
enum Sender
{
    OLD_PEER("old-peer", "the old peer, which sends its oldest request again"),
    REPLAY("replay", "somebody who replays a capture of the ended connection: its peer, 16 PSNs in a row"),
    GUESSER("guesser", "somebody off the path who knows the number and guesses peer and PSN");

    private final String label;
    private final String description;

    Sender(final String label, final String description)
    {
        this.label = label;
        this.description = description;
    }

    /** As on the command line and in CSV. */
    String label()
    {
        return label;
    }

    String description()
    {
        return description;
    }

    /** Packets that are sent at a time. */
    int burst()
    {
        return this == REPLAY ? 16 : 1;
    }

    /** Among how many addresses it draws, for each peer that there is. */
    int addressesPerPeer()
    {
        return this == GUESSER ? 4 : 1;
    }

    /** How many more bits of the PSN it does not know than those that new connections differ in. */
    int morePsnBits()
    {
        return this == GUESSER ? 4 : 0;
    }
}
