package io.roce.nic.fault;

/**
 * What one fault rule has done.
 *
 * @param seen      datagrams that came to the rule.
 * @param matched   of these, those that it selected.
 * @param unapplied of these, those that went on as they were: no room to hold them, or nothing there to change.
 * @param held      those that it keeps at this moment.
 */
public record FaultFigures(FaultRule rule, long seen, long matched, long unapplied, int held)
{
    /** What the same rule has done in this lane and in another. */
    public FaultFigures plus(final FaultFigures other)
    {
        return new FaultFigures(
            rule, seen + other.seen, matched + other.matched, unapplied + other.unapplied, held + other.held);
    }
}
