package io.roce.wire;

/**
 * Packet sequence numbers: 24 bits on a circle, carried in an {@code int}. Of two numbers the nearer way round the
 * circle says which is ahead: up to 2^23 - 1 ahead, up to 2^23 behind (IBTA Vol 1, section 9.7).
 */
public final class Psn
{
    /** All 24 bits. */
    public static final int MASK = 0xFF_FFFF;

    private Psn()
    {
    }

    /** The number {@code count} after {@code psn}; {@code count} may be negative. */
    public static int add(final int psn, final int count)
    {
        return (psn + count) & MASK;
    }

    /** How far {@code a} is ahead of {@code b}: in [-2^23, 2^23), negative when it is behind. */
    public static int diff(final int a, final int b)
    {
        return ((a - b) << 8) >> 8;
    }

    /** As it is printed everywhere: {@code 0x000011}. */
    public static String format(final int psn)
    {
        return String.format("0x%06x", psn);
    }
}
