package io.roce.wire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Skips a test that lacks something on this machine, and says so where a person reads it. */
public final class Skip
{
    private Skip()
    {
    }

    /** Skips the test unless what it needs is here. */
    public static void unless(final boolean isHere, final String whatIsMissing)
    {
        if (!isHere)
        {
            System.out.println("[INFO] skipped, since " + whatIsMissing);
        }
        assumeTrue(isHere, whatIsMissing);
    }
}
