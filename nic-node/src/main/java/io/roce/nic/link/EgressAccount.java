package io.roce.nic.link;

/** What becomes of the datagrams that are sent from one address. Event loop only. */
final class EgressAccount
{
    private final long[] failures = new long[SendFailure.values().length];
    private long sent;

    void onSent(final int datagrams)
    {
        sent += datagrams;
    }

    void onFailed(final SendFailure failure)
    {
        onFailed(failure, 1);
    }

    void onFailed(final SendFailure failure, final int datagrams)
    {
        failures[failure.ordinal()] += datagrams;
    }

    EgressFigures figures(final int sourcePorts, final long sourcePortFallbacks)
    {
        return new EgressFigures(sent, failures.clone(), sourcePorts, sourcePortFallbacks);
    }
}
