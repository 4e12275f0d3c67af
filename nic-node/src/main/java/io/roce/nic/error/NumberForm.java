package io.roce.nic.error;

/** How a number is written for people. */
public enum NumberForm
{
    /** A quantity or a code. */
    DECIMAL,
    /** A QPN or a PSN: {@code 0x000011}. What is negative is none, and stands in decimal. */
    HEX_24;

    public String format(final long value)
    {
        return this == HEX_24 && value >= 0 ? String.format("0x%06x", value) : Long.toString(value);
    }
}
