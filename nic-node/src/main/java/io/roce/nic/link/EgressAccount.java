package io.roce.nic.link;

/** What becomes of the datagrams that are sent from one address. Event loop only. */
final class EgressAccount
{
    private final long[] failures = new long[SendFailure.values().length];
    private long sent;

    void onSent()
    {
        sent++;
    }

    void onFailed(final SendFailure failure)
    {
        failures[failure.ordinal()]++;
    }

    EgressFigures figures(final int sourcePorts, final long sourcePortFallbacks)
    {
        return new EgressFigures(sent, failures.clone(), sourcePorts, sourcePortFallbacks);
    }
}
