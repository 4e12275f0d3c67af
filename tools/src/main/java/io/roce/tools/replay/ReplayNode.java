package io.roce.tools.replay;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.ledger.FateReader;
import io.roce.tools.ledger.NodeAccount;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.pace.Pause;

import java.net.InetSocketAddress;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** A node that packets of a replay go to: its ledger before and after. Not thread-safe. */
public final class ReplayNode
{
    private static final NanoClock CLOCK = SystemNanoClock.INSTANCE;

    private final InetSocketAddress adminAddress;
    private final AdminClient admin;
    private final boolean isRequired;
    private NodeAccount account;
    private FateReader fateReader;

    /**
     * @param adminAddress where {@code admin} asks; null like it.
     * @param admin        null when it is not to be asked.
     * @param isRequired   whether it is an error that nobody listens there.
     */
    public ReplayNode(final InetSocketAddress adminAddress, final AdminClient admin, final boolean isRequired)
    {
        this.adminAddress = adminAddress;
        this.admin = admin;
        this.isRequired = isRequired;
    }

    /** Null when it is not asked. */
    InetSocketAddress adminAddress()
    {
        return adminAddress;
    }

    /** Null when it is not to be asked. */
    AdminClient admin()
    {
        return admin;
    }

    /**
     * Takes the first reading.
     *
     * @param isNeeded whether it is an error that nobody listens.
     * @throws NodeUnreachableException when nobody does, and it is.
     */
    void begin(final boolean isNeeded)
    {
        account = NodeAccount.begin(admin, isNeeded || isRequired, CLOCK, Pause.REAL);
        fateReader = account.isKnown() ? new FateReader(admin, CLOCK, Pause.REAL) : null;
    }

    /** Reads the fate of one packet; null when the node is not, or could not be, asked. */
    FateReader fateReader()
    {
        return fateReader;
    }

    /** Waits, bounded, for so many packets as were sent and takes the second reading. */
    SendOutcome finish(final long sent)
    {
        return account.finish(sent);
    }
}
