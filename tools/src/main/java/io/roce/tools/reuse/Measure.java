package io.roce.tools.reuse;

/** A figure of a cell. */
enum Measure
{
    QUARANTINED(Outcome.QUARANTINED),
    UNALLOCATED(Outcome.UNALLOCATED),
    STATE(Outcome.STATE),
    PEER(Outcome.PEER),
    PSN(Outcome.PSN),
    KEY(Outcome.KEY),
    WRONG(Outcome.WRONG),
    /** The part of what was asked for that was refused for want of a number, or during a reset hold. */
    REFUSED("refused", "refused"),
    /** Seconds from a refusal until a number is free, or until the reset hold is over. */
    WAIT("wait_s", "time to next number");

    private final String label;
    private final String description;
    private final Outcome outcome;

    Measure(final Outcome outcome)
    {
        this.outcome = outcome;
        label = outcome.label();
        description = outcome.description();
    }

    Measure(final String label, final String description)
    {
        this.label = label;
        this.description = description;
        outcome = null;
    }

    /** As in CSV. */
    String label()
    {
        return label;
    }

    String description()
    {
        return description;
    }

    /** Of which it is the part of stale packets; null when it is none. */
    Outcome outcome()
    {
        return outcome;
    }

    /** What it is a part, or the mean, of. */
    long trials(final Batch batch)
    {
        return switch (this)
        {
            case REFUSED -> batch.asked();
            case WAIT -> batch.waits();
            default -> batch.packets();
        };
    }

    double sum(final Batch batch)
    {
        return switch (this)
        {
            case REFUSED -> batch.refused();
            case WAIT -> batch.waitedSeconds();
            default -> batch.count(outcome);
        };
    }
}
