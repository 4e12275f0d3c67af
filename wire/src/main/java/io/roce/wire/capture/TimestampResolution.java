package io.roce.wire.capture;

import java.math.BigInteger;

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
        return exponent() <= ((code & BINARY) != 0 ? MAX_BINARY_EXPONENT : MAX_DECIMAL_EXPONENT);
    }

    /**
     * Nanoseconds since 1970, rounded down.
     * <p>
     * A time that does not fit is damage or a wrong resolution, and no other time can stand for it: what reads the
     * frames counts on the differences between them. Other programs show such times wrapped around, as ones before
     * 1970.
     *
     * @param timestamp unsigned 64 bits.
     * @throws ArithmeticException when it does not fit, which is outside of September 1677 to April 2262.
     */
    long toNs(final long timestamp)
    {
        final int exponent = exponent();
        final long seconds = Long.divideUnsigned(timestamp, unitsPerSecond());
        final long units = Long.remainderUnsigned(timestamp, unitsPerSecond());
        final long ns = (code & BINARY) != 0 ? binaryFraction(units, exponent) : decimalFraction(units, exponent);
        if (seconds < 0)
        {
            throw new ArithmeticException("2^63 seconds or more");
        }

        return Math.addExact(Math.multiplyExact(Math.addExact(seconds, offsetSeconds), NS_PER_SECOND), ns);
    }

    /**
     * Whole seconds since 1970, whether they fit or not.
     *
     * @param timestamp unsigned 64 bits.
     */
    BigInteger toSeconds(final long timestamp)
    {
        return new BigInteger(Long.toUnsignedString(Long.divideUnsigned(timestamp, unitsPerSecond())))
            .add(BigInteger.valueOf(offsetSeconds));
    }

    private int exponent()
    {
        return code & ~BINARY;
    }

    private long unitsPerSecond()
    {
        return (code & BINARY) != 0 ? 1L << exponent() : powerOfTen(exponent());
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
