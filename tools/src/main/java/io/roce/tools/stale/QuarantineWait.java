package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.qp.OwnedQps;
import io.roce.wire.Qpn;

import java.util.concurrent.TimeUnit;

/** Waits until a node no longer holds a number back. Not thread-safe. */
public final class QuarantineWait
{
    /** Error code of a number that is held back. */
    static final String QUARANTINED = "QUARANTINED";

    /** Error code of a number that nobody has. */
    static final String UNALLOCATED = "UNALLOCATED";

    /** Most numbers that are handed out to complete a count: some seconds' work for a node. */
    static final long MAX_COUNT = 10_000;

    /** Queue pairs that live at once for that. */
    private static final int BATCH = 100;

    /** What is left as long as no time ends it. */
    private static final long UNBOUNDED = HoldWait.OVER - 1;

    private final NodeAdmin admin;
    private final OwnedQps owned;
    private final HoldWait wait;

    /** @param owned creates and destroys queue pairs where a number waits for others to be handed out. */
    public QuarantineWait(final NodeAdmin admin, final OwnedQps owned, final HoldWait wait)
    {
        this.admin = admin;
        this.owned = owned;
        this.wait = wait;
    }

    /**
     * Refuses a policy that holds numbers back too long, as far as that can be told beforehand.
     *
     * @throws CommandFailedException when it does.
     */
    public void requireBearable(final QuarantinePolicy policy)
    {
        wait.requireBearable("numbers back", policy.timeNs());
        if (policy.count() > MAX_COUNT)
        {
            throw new CommandFailedException(String.format(
                "the node's quarantine is %s, and the drill hands out no more than %d numbers to see the end of it",
                policy, MAX_COUNT));
        }
    }

    /**
     * Returns when the number is free.
     *
     * @throws CommandFailedException when it is held back for longer than the longest wait, or somebody has it.
     */
    public void awaitFree(final int qpn, final QuarantinePolicy policy)
    {
        if (leftNs(qpn) == UNBOUNDED)
        {
            handOut(policy.count());
        }
        final long leftNs = leftNs(qpn);
        if (leftNs == UNBOUNDED)
        {
            throw new CommandFailedException(String.format(
                "the node still holds %s back after %d more numbers were handed out: its pool may be too small",
                Qpn.format(qpn), policy.count()));
        }
        wait.await(Qpn.format(qpn) + " back", leftNs, () -> leftNs(qpn));
    }

    private void handOut(final long count)
    {
        for (long left = count; left > 0; left -= BATCH)
        {
            owned.create(QpType.RC, (int)Math.min(left, BATCH)).forEach(owned::destroy);
        }
    }

    private long leftNs(final int qpn)
    {
        try
        {
            admin.request("GET", "/v1/qps/" + qpn, null);
        }
        catch (final AdminException ex)
        {
            if (QUARANTINED.equals(ex.code()))
            {
                final JsonNode remaining = ex.field("remaining_ms");
                return remaining.isNull() ? UNBOUNDED : TimeUnit.MILLISECONDS.toNanos(remaining.asLong());
            }
            if (UNALLOCATED.equals(ex.code()))
            {
                return HoldWait.OVER;
            }
            throw ex;
        }
        throw new CommandFailedException("somebody else has created a queue pair with the number " + Qpn.format(qpn));
    }
}
