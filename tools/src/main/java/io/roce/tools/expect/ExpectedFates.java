package io.roce.tools.expect;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What an expectation file says. Not thread-safe. */
public final class ExpectedFates
{
    private final Path file;
    private final TreeMap<Long, Expectation> byFirst = new TreeMap<>();
    private Expectation others;

    ExpectedFates(final Path file)
    {
        this.file = file;
    }

    public Path file()
    {
        return file;
    }

    void add(final Expectation expectation) throws BadExpectationException
    {
        final Map.Entry<Long, Expectation> before = byFirst.floorEntry(expectation.last());
        if (before != null && before.getValue().overlaps(expectation))
        {
            throw bad(expectation.line(), "line " + before.getValue().line() + " has " +
                (expectation.first() == expectation.last() ? "this frame" : "frames of this range") + " already");
        }
        byFirst.put(expectation.first(), expectation);
    }

    void others(final Expectation expectation) throws BadExpectationException
    {
        if (others != null)
        {
            throw bad(expectation.line(), "line " + others.line() + " is for all other frames already");
        }
        others = expectation;
    }

    /** The line that is for a frame; null when there is none. */
    Expectation of(final long frame)
    {
        final Map.Entry<Long, Expectation> before = byFirst.floorEntry(frame);
        return before != null && before.getValue().last() >= frame ? before.getValue() : others;
    }

    /**
     * Refuses frames that are not sent, so that a line cannot stand there for nothing. Lines for all other frames name
     * none.
     *
     * @param first of the frames; {@code last} may be {@link Long#MAX_VALUE}.
     * @param why   to follow "frame 7 is not sent: ".
     * @throws BadExpectationException when a line names one of them.
     */
    public void requireUnnamed(final long first, final long last, final String why) throws BadExpectationException
    {
        final Map.Entry<Long, Expectation> before = byFirst.floorEntry(first);
        final Expectation earlier = before != null && before.getValue().last() >= first ? before.getValue() : null;
        final Map.Entry<Long, Expectation> after = byFirst.ceilingEntry(first);
        final Expectation named = earlier != null ? earlier :
            after != null && after.getKey() <= last ? after.getValue() : null;
        if (named != null)
        {
            throw bad(named.line(), "frame " + Math.max(first, named.first()) + " is not sent: " + why);
        }
    }

    BadExpectationException bad(final int line, final String what)
    {
        return new BadExpectationException(file + ", line " + line + ": " + what);
    }
}
