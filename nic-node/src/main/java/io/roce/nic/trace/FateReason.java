package io.roce.nic.trace;

/**
 * Why a datagram was dropped: what was expected beside what came. Written where it is refused, before anything changes
 * there, as an {@link Expectation} and numbers, so that it costs no more than they do; made text when somebody reads
 * it. Used again and again. Not thread-safe.
 */
public final class FateReason
{
    /** Numbers of each side. */
    static final int SIDE = 3;

    private final long[] values = new long[2 * SIDE];
    private Expectation expectation = Expectation.NONE;

    /** There is nothing to compare. */
    public void clear()
    {
        expectation = Expectation.NONE;
    }

    public void set(final Expectation expectation, final long expected, final long came)
    {
        set(expectation, expected, 0, 0, came, 0, 0);
    }

    public void set(
        final Expectation expectation,
        final long expected0,
        final long expected1,
        final long came0,
        final long came1)
    {
        set(expectation, expected0, expected1, 0, came0, came1, 0);
    }

    /** @param expectation says what the numbers mean. */
    public void set(
        final Expectation expectation,
        final long expected0,
        final long expected1,
        final long expected2,
        final long came0,
        final long came1,
        final long came2)
    {
        this.expectation = expectation;
        values[0] = expected0;
        values[1] = expected1;
        values[2] = expected2;
        values[SIDE] = came0;
        values[SIDE + 1] = came1;
        values[SIDE + 2] = came2;
    }

    /** Becomes what another one is. */
    public void copyFrom(final FateReason other)
    {
        expectation = other.expectation;
        System.arraycopy(other.values, 0, values, 0, values.length);
    }

    /** What was looked at; {@link Expectation#NONE} when there was nothing to compare. */
    public Expectation expectation()
    {
        return expectation;
    }

    /** A {@link Long} where it is a number, a {@link String} otherwise; null when nothing was. Allocates. */
    public Object expected()
    {
        return expectation.expected(values);
    }

    /** As {@link #expected()}: of the packet, or of the node where the packet could not change that. */
    public Object came()
    {
        return expectation.came(values);
    }

    /** What else there is to know, as part of a sentence; null when there is nothing. Allocates. */
    public String note()
    {
        return expectation.note(values);
    }

    /** {@code p_key: expected 0xffff, came 0x1234}; nothing when there is nothing to compare. Allocates. */
    public void appendTo(final StringBuilder text)
    {
        if (expectation == Expectation.NONE)
        {
            return;
        }
        text.append(expectation.label())
            .append(": expected ").append(expectation.text(expected()))
            .append(", ").append(expectation.verb()).append(' ').append(expectation.text(came()));
        final String note = note();
        if (note != null)
        {
            text.append("; ").append(note);
        }
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder();
        appendTo(text);
        return text.toString();
    }
}
