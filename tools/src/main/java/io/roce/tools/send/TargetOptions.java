package io.roce.tools.send;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.DataAddress;
import io.roce.tools.ledger.LedgerOption;
import io.roce.tools.ledger.NodeAccount;

import java.io.IOException;
import java.net.InetSocketAddress;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a tool sends packets to, where from, and which node is asked what became of them. */
public final class TargetOptions
{
    @Option(
        names = "--to",
        required = true,
        paramLabel = "ADDR[:PORT]",
        description = "Where to; port 4791 unless said.")
    private InetSocketAddress to;

    @Mixin
    private FromOption from;

    @Mixin
    private LedgerOption node;

    public InetSocketAddress to()
    {
        return to;
    }

    /**
     * The address to send from, port 0 for any.
     *
     * @throws IOException when none was given and the system has no way to the destination.
     */
    public InetSocketAddress source() throws IOException
    {
        return from.toward(to);
    }

    /** The node's admin API; null when nobody is to be asked. */
    public AdminClient admin()
    {
        return node.admin(to);
    }

    /** The destination as one of the node's addresses; only when there is a node to ask. */
    public DataAddress dataAddress()
    {
        return admin().ports().of(to);
    }

    /** Reads the ledger for the first time; a node that was named must answer, and so must one that is needed. */
    public NodeAccount begin(final boolean isNeeded)
    {
        return node.begin(to, isNeeded);
    }
}
