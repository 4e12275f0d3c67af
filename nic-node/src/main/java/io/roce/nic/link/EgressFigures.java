package io.roce.nic.link;

import java.util.Arrays;

/** What has been sent from one address or from several: a copy for other threads. */
public final class EgressFigures
{
    private final long sent;
    private final long[] failures;
    private final int sourcePorts;
    private final long sourcePortFallbacks;

    /** @param failures by ordinal of {@link SendFailure}; not copied. */
    EgressFigures(final long sent, final long[] failures, final int sourcePorts, final long sourcePortFallbacks)
    {
        this.sent = sent;
        this.failures = failures;
        this.sourcePorts = sourcePorts;
        this.sourcePortFallbacks = sourcePortFallbacks;
    }

    /** Nothing. */
    public static EgressFigures none()
    {
        return new EgressFigures(0, new long[SendFailure.values().length], 0, 0);
    }

    /** Datagrams that the system took. */
    public long sent()
    {
        return sent;
    }

    /** Datagrams that did not leave for that reason. */
    public long failed(final SendFailure failure)
    {
        return failures[failure.ordinal()];
    }

    /** Datagrams that did not leave. */
    public long failed()
    {
        return Arrays.stream(failures).sum();
    }

    /** Sockets that are open to send from a port of their own. */
    public int sourcePorts()
    {
        return sourcePorts;
    }

    /** How often a port was wished for that could not be had. */
    public long sourcePortFallbacks()
    {
        return sourcePortFallbacks;
    }

    /** Both together. */
    public EgressFigures plus(final EgressFigures other)
    {
        final long[] sums = new long[failures.length];
        Arrays.setAll(sums, i -> failures[i] + other.failures[i]);
        return new EgressFigures(
            sent + other.sent,
            sums,
            sourcePorts + other.sourcePorts,
            sourcePortFallbacks + other.sourcePortFallbacks);
    }
}
