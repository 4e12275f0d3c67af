package io.roce.tools.ledger;

import io.roce.tools.admin.AdminClient;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.Addresses;
import io.roce.tools.pace.Pause;

import java.net.InetSocketAddress;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which node is asked what became of what a tool sends. */
public final class LedgerOption
{
    private static final InetSocketAddress NONE = InetSocketAddress.createUnresolved("none", 0);

    @Option(
        names = "--node",
        paramLabel = "ADDR[:PORT]|none",
        converter = Converter.class,
        description = "The admin address of the node that is asked what it made of the packets. By default the " +
            "destination's, and it is no error when nobody listens there; none asks nobody.")
    private InetSocketAddress node;

    @Mixin
    private TokenOption token;

    /** The node's admin API; null when nobody is to be asked. */
    public AdminClient admin(final InetSocketAddress to)
    {
        final InetSocketAddress address = adminAddress(to);
        return address == null ? null : client(address);
    }

    /** Where the node's admin API is; null when nobody is to be asked. */
    public InetSocketAddress adminAddress(final InetSocketAddress to)
    {
        return node == NONE ? null : node == null ? to : node;
    }

    /** The admin API at an address. */
    public AdminClient client(final InetSocketAddress admin)
    {
        return token.client(admin);
    }

    /** Whether nobody is to be asked. */
    public boolean isNone()
    {
        return node == NONE;
    }

    /** Whether the option was given, so that a node that does not answer is an error. */
    public boolean isGiven()
    {
        return node != null;
    }

    /** Reads the ledger for the first time; a node that was named must answer, and so must one that is needed. */
    public NodeAccount begin(final InetSocketAddress to, final boolean isNeeded)
    {
        return NodeAccount.begin(
            admin(to), isNeeded || node != null, SystemNanoClock.INSTANCE, Pause.REAL);
    }

    private static final class Converter implements ITypeConverter<InetSocketAddress>
    {
        @Override
        public InetSocketAddress convert(final String text)
        {
            return "none".equals(text) ? NONE : Addresses.parseRemote(text);
        }
    }
}
