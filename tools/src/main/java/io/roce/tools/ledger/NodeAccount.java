package io.roce.tools.ledger;

import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.pace.Pause;

import org.agrona.concurrent.NanoClock;

/**
 * Asks a node what it made of what is sent to it: {@link #begin} before, {@link #finish} after. Where the node need not
 * be asked it is no error that nobody listens: the outcome says that nothing is known. One that listens must answer.
 */
public final class NodeAccount
{
    private final LedgerWatch watch;
    private final String whyUnknown;

    private NodeAccount(final LedgerWatch watch, final String whyUnknown)
    {
        this.watch = watch;
        this.whyUnknown = whyUnknown;
    }

    /**
     * Takes the first reading.
     *
     * @param admin      the node's admin API; null when it is not to be asked.
     * @param isRequired whether it is an error that nobody listens: the node was named, or the work needs it.
     * @throws NodeUnreachableException when it does not answer.
     * @throws AdminException           when it refuses.
     */
    public static NodeAccount begin(
        final NodeAdmin admin, final boolean isRequired, final NanoClock clock, final Pause pause)
    {
        if (admin == null)
        {
            return new NodeAccount(null, "no node was asked");
        }
        try
        {
            final LedgerWatch watch = new LedgerWatch(admin, clock, pause);
            watch.begin();
            return new NodeAccount(watch, null);
        }
        catch (final NodeUnreachableException ex)
        {
            if (isRequired || !ex.isNobodyListening())
            {
                throw ex;
            }
            return new NodeAccount(null, ex.getMessage());
        }
    }

    /** Whether there is a node that tells. */
    public boolean isKnown()
    {
        return watch != null;
    }

    /**
     * Waits, bounded, until the node has received it all and takes the second reading.
     *
     * @param sent datagrams since {@link #begin}.
     * @throws NodeUnreachableException when a node that has answered does not any more.
     */
    public SendOutcome finish(final long sent)
    {
        if (watch == null)
        {
            return new SendOutcome(sent, null, whyUnknown);
        }
        try
        {
            return new SendOutcome(sent, watch.settle(sent), null);
        }
        catch (final NodeUnreachableException ex)
        {
            throw new NodeUnreachableException(
                sent + (sent == 1 ? " packet was" : " packets were") + " sent, and then " + ex.getMessage(), ex);
        }
    }
}
