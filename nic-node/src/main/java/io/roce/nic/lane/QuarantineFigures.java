package io.roce.nic.lane;

/**
 * The quarantine at one moment. What has entered is held, or has been released, released early or stolen.
 *
 * @param policies      what it was told to do.
 * @param held          numbers that are held back now.
 * @param nextInNs      nanoseconds until the clock frees the next one; -1 when it will free none.
 * @param entered       numbers that have been put in so far.
 * @param released      numbers that have been let out so far, their time and count being over.
 * @param releasedEarly numbers that have been let out so far for want of others, held by nothing but a count.
 * @param stolen        numbers that have been let out so far for want of others, before their time.
 * @param earlyInits    queue pairs that have left RESET within their reset hold so far, where that is told.
 * @param refusedInits  queue pairs that have been refused to so far.
 */
public record QuarantineFigures(
    QpnPolicies policies,
    int held,
    long nextInNs,
    long entered,
    long released,
    long releasedEarly,
    long stolen,
    long earlyInits,
    long refusedInits)
{
    /** The same with the quarantine of another lane. */
    QuarantineFigures plus(final QuarantineFigures other)
    {
        return new QuarantineFigures(
            policies,
            held + other.held,
            nextInNs < 0 ? other.nextInNs : other.nextInNs < 0 ? nextInNs : Math.min(nextInNs, other.nextInNs),
            entered + other.entered,
            released + other.released,
            releasedEarly + other.releasedEarly,
            stolen + other.stolen,
            earlyInits + other.earlyInits,
            refusedInits + other.refusedInits);
    }
}
