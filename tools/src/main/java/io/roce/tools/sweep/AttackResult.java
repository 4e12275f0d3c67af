package io.roce.tools.sweep;

import java.util.List;
import java.util.Map;

/**
 * How far an attack got.
 *
 * @param packets   that were sent.
 * @param admitted  that passed admission.
 * @param executed  that did something to the victim.
 * @param answers   datagrams that the node sent meanwhile.
 * @param isCutShort whether it ended at a bound of packets or time.
 * @param tries     packets until the first that got through, for each victim; {@link #NONE} where none did.
 * @param expectation what arithmetic says.
 * @param fates     by name.
 * @param finding   what stopped it or let it through: one sentence.
 */
record AttackResult(
    Attack attack,
    long packets,
    long admitted,
    long executed,
    long answers,
    boolean isCutShort,
    List<Long> tries,
    Arithmetic expectation,
    Map<String, Long> fates,
    String finding)
{
    /** In place of a number of packets where none got through. */
    static final long NONE = 0;

    /** Whether what was measured is what can be. */
    boolean isOk()
    {
        return expectation.isMet(this);
    }

    /** Whether a victim was left whose value was not found for want of packets or time. */
    boolean isUnfinished()
    {
        return isCutShort && tries.contains(NONE);
    }

    /** The mean of the victims that the attack got through to; 0 when there is none. */
    double meanTries()
    {
        return tries.stream().filter(one -> one != NONE).mapToLong(Long::longValue).average().orElse(0);
    }
}
