package io.roce.wire;

/**
 * Numbers written behind a text that is there already, digit by digit: nothing is allocated but the text's own growth,
 * which a line for each packet of a large capture is made of.
 */
public final class Digits
{
    private static final int HEX_SHIFT = 4;
    private static final int BASE = 10;

    private Digits()
    {
    }

    /**
     * In hex, lower case, without a prefix.
     *
     * @param value    unsigned.
     * @param minCount so many digits at least, zeros in front.
     */
    public static void appendHex(final StringBuilder out, final long value, final int minCount)
    {
        final int needed = (Long.SIZE - Long.numberOfLeadingZeros(value) + HEX_SHIFT - 1) / HEX_SHIFT;
        for (int i = Math.max(minCount, needed) - 1; i >= 0; i--)
        {
            out.append(Character.forDigit((int)(value >>> i * HEX_SHIFT) & 0xF, 1 << HEX_SHIFT));
        }
    }

    /**
     * In decimal.
     *
     * @param value    0 or more.
     * @param minWidth so many characters at least.
     * @param pad      what stands in front when there are fewer digits: a space or a zero.
     */
    public static void appendDecimal(final StringBuilder out, final long value, final int minWidth, final char pad)
    {
        long bound = BASE;
        for (int width = 1; width < minWidth; width++)
        {
            if (value < bound)
            {
                out.append(pad);
            }
            bound *= BASE;
        }
        out.append(value);
    }
}
