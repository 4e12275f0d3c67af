package io.roce.tools.bench;

/** How packets come to whoever receives them. */
enum Delivery
{
    /** As fast as they go, up to 64 in one piece, which the receiver gets in one piece if it can take it so. */
    IN_PIECES("flooded in pieces", true, 0),

    /** As fast as they go, each by itself. */
    FLOODED("flooded", false, 0),

    /** Each by itself, so many a second. */
    PACED("paced", false, 300_000);

    private final String label;
    private final boolean isGso;
    private final int rate;

    Delivery(final String label, final boolean isGso, final int rate)
    {
        this.label = label;
        this.isGso = isGso;
        this.rate = rate;
    }

    /** As {@link Burst#isGso()}. */
    boolean isGso()
    {
        return isGso;
    }

    /** As {@link Burst#rate()}. */
    int rate()
    {
        return rate;
    }

    /** Of packets: a paced burst takes so much longer that half of them do. */
    int packets(final int packets)
    {
        return switch (this)
        {
            case IN_PIECES, FLOODED -> packets;
            case PACED -> Math.max(1, packets / 2);
        };
    }

    @Override
    public String toString()
    {
        return label;
    }
}
