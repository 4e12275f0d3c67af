package io.roce.tools.expect;

import java.util.List;

/** Compares the fates that frames meet with those that are expected. Not thread-safe. */
public final class FateComparison
{
    private final ExpectedFates expected;
    private final FateRuns differences = new FateRuns();
    private long compared;

    public FateComparison(final ExpectedFates expected)
    {
        this.expected = expected;
    }

    /**
     * Takes the next frame. One of which nothing is expected differs.
     *
     * @param met a fate's name, or in words what came instead of one.
     */
    public void onFate(final int loop, final long frame, final String met)
    {
        final Expectation expectation = expected.of(frame);
        compared++;
        if (expectation == null || !expectation.isMetBy(met))
        {
            differences.add(
                new FateRun(loop, frame, frame, expectation == null ? null : expectation.fateName(), met));
        }
    }

    /** What is compared with. */
    public ExpectedFates expected()
    {
        return expected;
    }

    /** How many frames, each counted as often as it was sent. */
    public long compared()
    {
        return compared;
    }

    /** In order; empty when all is as expected. */
    public List<FateRun> differences()
    {
        return differences.list();
    }
}
