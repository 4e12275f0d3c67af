package io.roce.tools.expect;

/**
 * Frames that follow each other and met the same.
 *
 * @param loop     counted from 1.
 * @param expected a fate's name, {@link Expectation#ANY}, or null when nothing is expected of them.
 * @param met      a fate's name, or in words what came instead of one.
 */
public record FateRun(int loop, long first, long last, String expected, String met)
{
    /** {@code 7} or {@code 7-9}. */
    public String frames()
    {
        return first == last ? Long.toString(first) : first + "-" + last;
    }

    boolean isContinuedBy(final FateRun next)
    {
        return loop == next.loop && last + 1 == next.first && met.equals(next.met) &&
            (expected == null ? next.expected == null : expected.equals(next.expected));
    }
}
