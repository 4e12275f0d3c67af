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
}
