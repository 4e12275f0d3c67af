package io.roce.tools.replay;

import io.roce.nic.link.SendRefusals;
import io.roce.tools.ledger.SendOutcome;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * What was sent to one node.
 *
 * @param admin   where it was asked; null when it was not.
 * @param ways    by which packets went to it.
 * @param outcome how many were sent, and what became of them.
 */
public record NodeResult(InetSocketAddress admin, List<Way> ways, SendOutcome outcome)
{
    /** How many packets went from one address to another, and what the system refused. */
    public record Way(InetSocketAddress from, InetSocketAddress to, long sent, SendRefusals refusals)
    {
    }
}
