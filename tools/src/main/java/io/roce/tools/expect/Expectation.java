package io.roce.tools.expect;

import io.roce.nic.stats.Fate;

/**
 * One line of an expectation file: a fate for a range of frames.
 *
 * @param first frame, counted from 1.
 * @param last  frame of the range.
 * @param fate  null for any.
 * @param line  where it stands, counted from 1.
 */
public record Expectation(long first, long last, Fate fate, int line)
{
    /** In place of a fate: whatever the frame meets is right. */
    public static final String ANY = "ANY";

    /** As the file has it: a fate's name, or {@link #ANY}. */
    public String fateName()
    {
        return fate == null ? ANY : fate.name();
    }

    boolean isMetBy(final String met)
    {
        return fate == null || fate.name().equals(met);
    }

    boolean overlaps(final Expectation other)
    {
        return first <= other.last && other.first <= last;
    }
}
