package io.roce.nic.link;

/** Figures for tests outside of this room. */
public final class SampleEgress
{
    private SampleEgress()
    {
    }

    public static EgressFigures figures(
        final long sent, final SendFailure failure, final long failed, final int sourcePorts, final long fallbacks)
    {
        final long[] failures = new long[SendFailure.values().length];
        failures[failure.ordinal()] = failed;
        return new EgressFigures(sent, failures, sourcePorts, fallbacks);
    }
}
