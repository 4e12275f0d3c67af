package io.roce.wire.icrc;

/**
 * Arithmetic of polynomials over GF(2) modulo P, the polynomial of CRC-32, of degree 32.
 * <p>
 * Polynomials are held as CRC-32 holds them: the coefficient of x^0 in the top bit, that of x^31 in the lowest. So the
 * byte that comes first on the wire is the lowest of its word. Their sum is {@code ^}.
 */
final class Crc32Polynomial
{
    /** The polynomial 1. */
    static final int ONE = 0x8000_0000;

    private static final int P = 0xEDB8_8320;
    private static final int X = 0x4000_0000;

    /** P is primitive: x has this order, the largest that there is, so that negative powers are positive ones too. */
    private static final long ORDER_OF_X = (1L << 32) - 1;

    /** x^(2^i). */
    private static final int[] SQUARES = new int[32];

    static
    {
        SQUARES[0] = X;
        for (int i = 1; i < SQUARES.length; i++)
        {
            SQUARES[i] = multiply(SQUARES[i - 1], SQUARES[i - 1]);
        }
    }

    private Crc32Polynomial()
    {
    }

    /** The product. */
    static int multiply(final int a, final int b)
    {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1)
        {
            if ((a & bit) != 0)
            {
                product ^= shifted;
            }
            shifted = multiplyByX(shifted);
        }
        return product;
    }

    /** The product of a polynomial and x. */
    static int multiplyByX(final int a)
    {
        return (a & 1) == 0 ? a >>> 1 : a >>> 1 ^ P;
    }

    /**
     * x^n.
     *
     * @param exponent n, of either sign: {@code powerOfX(-n)} is the inverse of {@code powerOfX(n)}.
     */
    static int powerOfX(final long exponent)
    {
        final long positive = Math.floorMod(exponent, ORDER_OF_X);
        int power = ONE;
        for (int i = 0; i < SQUARES.length; i++)
        {
            if ((positive >> i & 1) != 0)
            {
                power = multiply(power, SQUARES[i]);
            }
        }
        return power;
    }
}
