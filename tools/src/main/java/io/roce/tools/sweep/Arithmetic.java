package io.roce.tools.sweep;

/**
 * What arithmetic says of an attack.
 *
 * @param tries      packets until the first gets through, on average; 0 where none is to.
 * @param maxTries   no more than that many are needed; 0 where none is to get through.
 * @param wholeTries the same average when the attacker knows nothing of the value; 0 where that makes no difference.
 * @param through    packets that get through, on average.
 * @param isExact    whether as many must get through, and not only on average.
 */
record Arithmetic(double tries, long maxTries, double wholeTries, double through, boolean isExact)
{
    /** One of {@code 2^bits} equally likely values is right, of {@code 2^wholeBits} when nothing is known. */
    static Arithmetic ofGuessing(final int bits, final int wholeBits, final int victims)
    {
        final long values = 1L << bits;
        return new Arithmetic((values + 1) / 2.0, values, bits == wholeBits ? 0 : ((1L << wholeBits) + 1) / 2.0,
            victims, true);
    }

    /** The first packet, whatever it says. */
    static Arithmetic ofFirst(final double through)
    {
        return new Arithmetic(1, 1, 0, through, true);
    }

    /** None ever. */
    static Arithmetic ofNone()
    {
        return new Arithmetic(0, 0, 0, 0, true);
    }

    /** Each packet with that probability. */
    static Arithmetic ofChance(final double probability, final long packets)
    {
        return new Arithmetic(probability == 0 ? 0 : 1 / probability, Long.MAX_VALUE, 0, probability * packets, false);
    }

    boolean isMet(final AttackResult result)
    {
        final boolean isInBounds = result.tries().stream()
            .allMatch(tries -> maxTries == 0 ? tries == AttackResult.NONE : tries <= maxTries);
        final boolean isFound = !isExact || maxTries == 0 || result.isUnfinished() ||
            !result.tries().contains(AttackResult.NONE);
        return isInBounds && isFound;
    }
}
