package io.roce.wire.capture;

/**
 * What one unit of a pcapng interface's timestamps is worth, and where they count from.
 *
 * @param code          the option {@code if_tsresol}: a power of 1/10, or with the top bit set of 1/2.
 * @param offsetSeconds the option {@code if_tsoffset}: seconds to add.
 */
record TimestampResolution(int code, long offsetSeconds)
{
    /** Microseconds since 1970, which holds when an interface names nothing. */
    static final TimestampResolution DEFAULT = new TimestampResolution(6, 0);

    private static final int BINARY = 0x80;
    private static final int NS_EXPONENT = 9;
    private static final int MAX_DECIMAL_EXPONENT = 19;
    private static final int MAX_BINARY_EXPONENT = 63;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** Whether a second's worth of units fits in 64 bits. */
    boolean isReadable()
    {
        return (code & BINARY) != 0 ? (code & ~BINARY) <= MAX_BINARY_EXPONENT : code <= MAX_DECIMAL_EXPONENT;
    }

    /**
     * Nanoseconds since 1970, rounded down; the nearest that can be told when that is out of the range of a {@code
     * long}.
     *
     * @param timestamp unsigned 64 bits.
     */
    long toNs(final long timestamp)
    {
        final int exponent = code & ~BINARY;
        final long unitsPerSecond = (code & BINARY) != 0 ? 1L << exponent : powerOfTen(exponent);
        final long seconds = Long.divideUnsigned(timestamp, unitsPerSecond);
        final long units = Long.remainderUnsigned(timestamp, unitsPerSecond);
        final long ns = (code & BINARY) != 0 ? binaryFraction(units, exponent) : decimalFraction(units, exponent);

        // 2^63 seconds and more are far out of range whatever the offset.
        if (seconds < 0)
        {
            return Long.MAX_VALUE;
        }

        try
        {
            return Math.addExact(Math.multiplyExact(Math.addExact(seconds, offsetSeconds), NS_PER_SECOND), ns);
        }
        catch (final ArithmeticException ex)
        {
            return offsetSeconds < 0 && seconds + offsetSeconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    private static long decimalFraction(final long units, final int exponent)
    {
        return exponent <= NS_EXPONENT ?
            units * powerOfTen(NS_EXPONENT - exponent) :
            Long.divideUnsigned(units, powerOfTen(exponent - NS_EXPONENT));
    }

    private static long binaryFraction(final long units, final int exponent)
    {
        if (exponent == 0)
        {
            return 0;
        }

        // 128 bits: units are below 2^63, so that the signed high half will do.
        final long high = Math.multiplyHigh(units, NS_PER_SECOND);
        final long low = units * NS_PER_SECOND;
        return high << (Long.SIZE - exponent) | low >>> exponent;
    }

    private static long powerOfTen(final int exponent)
    {
        long power = 1;
        for (int i = 0; i < exponent; i++)
        {
            power *= 10;
        }

        return power;
    }
}
