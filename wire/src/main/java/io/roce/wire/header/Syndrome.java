package io.roce.wire.header;

/**
 * The syndrome byte of an AETH: its top three bits say what kind of answer it is, the other five are the credit count,
 * the RNR timer or the NAK code (IBTA Vol 1, section 9.7.5).
 */
public final class Syndrome
{
    /** Credit count that says: no credits are counted. */
    public static final int NO_CREDIT_LIMIT = 0x1F;

    private static final int KIND_SHIFT = 5;
    private static final int VALUE_MASK = 0x1F;
    private static final String[] NAK_LABELS =
    {
        "PSN sequence error", "invalid request", "remote access error", "remote operational error",
        "invalid RD request"
    };

    private Syndrome()
    {
    }

    public static boolean isAck(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == 0;
    }

    public static boolean isRnrNak(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == 1;
    }

    public static boolean isNak(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == 3;
    }

    /** The low five bits: credits of an ACK, timer of an RNR NAK, code of a NAK. */
    public static int value(final int syndrome)
    {
        return syndrome & VALUE_MASK;
    }

    /** As a person reads it: {@code ACK, no credit limit}, {@code RNR NAK, timer 20}, {@code NAK, invalid request}. */
    public static String describe(final int syndrome)
    {
        final int value = value(syndrome);
        if (isAck(syndrome))
        {
            return value == NO_CREDIT_LIMIT ? "ACK, no credit limit" : "ACK, credit count " + value;
        }
        if (isRnrNak(syndrome))
        {
            return "RNR NAK, timer " + value;
        }
        if (isNak(syndrome))
        {
            return "NAK, " + (value < NAK_LABELS.length ? NAK_LABELS[value] : "reserved code " + value);
        }
        return String.format("reserved syndrome 0x%02x", syndrome);
    }
}
