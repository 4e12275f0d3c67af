package io.roce.tools.stale;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeAdmin;
import io.roce.tools.cli.CommandFailedException;
import io.roce.wire.Qpn;

import java.util.concurrent.TimeUnit;

/** Waits until a node no longer holds a number back. Not thread-safe. */
public final class QuarantineWait
{
    private final NodeAdmin admin;
    private final HoldWait wait;

    public QuarantineWait(final NodeAdmin admin, final HoldWait wait)
    {
        this.admin = admin;
        this.wait = wait;
    }

    /**
     * How long the node holds numbers back, in nanoseconds.
     *
     * @throws CommandFailedException when that is longer than this would wait, or not a time.
     */
    long requireBearable()
    {
        final QuarantinePolicy policy = NodePolicies.of(admin).quarantine();
        if (policy.isAuto() || policy.count() > 0)
        {
            throw new CommandFailedException("the drill waits for a time, and the node's quarantine is " + policy);
        }
        wait.requireBearable("numbers", policy.timeNs());
        return policy.timeNs();
    }

    /**
     * Returns when the number is free.
     *
     * @throws CommandFailedException when it is held back for longer than the longest wait, or somebody has it.
     */
    void awaitFree(final int qpn)
    {
        wait.await(Qpn.format(qpn), () -> leftNs(qpn));
    }

    private long leftNs(final int qpn)
    {
        try
        {
            admin.request("GET", "/v1/qps/" + qpn, null);
        }
        catch (final AdminException ex)
        {
            if ("QUARANTINED".equals(ex.code()))
            {
                final JsonNode remaining = ex.field("remaining_ms");
                return TimeUnit.MILLISECONDS.toNanos(Math.max(0, remaining.asLong()));
            }
            if ("UNALLOCATED".equals(ex.code()))
            {
                return HoldWait.OVER;
            }
            throw ex;
        }
        throw new CommandFailedException("somebody else has created a queue pair with the number " + Qpn.format(qpn));
    }
}
