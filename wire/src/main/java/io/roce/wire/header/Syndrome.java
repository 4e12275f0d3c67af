package io.roce.wire.header;

import java.util.List;
import java.util.stream.IntStream;

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
    private static final int RNR_NAK = 1;
    private static final int NAK = 3;

    private static final List<String> TEXTS = IntStream.range(0, 1 << Byte.SIZE).mapToObj(Syndrome::text).toList();

    private Syndrome()
    {
    }

    /** That of an ACK: a credit count, or {@link #NO_CREDIT_LIMIT}. */
    public static int ack(final int credits)
    {
        return credits & VALUE_MASK;
    }

    /** That of an RNR NAK: the code of the time, 0 to 31, that the requester is to wait. */
    public static int rnrNak(final int timer)
    {
        return RNR_NAK << KIND_SHIFT | timer & VALUE_MASK;
    }

    public static int nak(final NakCode code)
    {
        return NAK << KIND_SHIFT | code.code();
    }

    public static boolean isAck(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == 0;
    }

    public static boolean isRnrNak(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == RNR_NAK;
    }

    public static boolean isNak(final int syndrome)
    {
        return syndrome >> KIND_SHIFT == NAK;
    }

    /** The low five bits: credits of an ACK, timer of an RNR NAK, code of a NAK. */
    public static int value(final int syndrome)
    {
        return syndrome & VALUE_MASK;
    }

    /** As a person reads it: {@code ACK, no credit limit}, {@code RNR NAK, timer 20}, {@code NAK, invalid request}. */
    public static String describe(final int syndrome)
    {
        return TEXTS.get(syndrome);
    }

    private static String text(final int syndrome)
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
            final NakCode code = NakCode.get(value);
            return "NAK, " + (code == null ? "reserved code " + value : code.label());
        }
        return "reserved syndrome 0x" + Integer.toHexString(syndrome);
    }
}
