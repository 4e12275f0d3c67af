package io.roce.nic.lab;

import io.roce.nic.transport.Profile;

import java.util.function.Function;
import java.util.function.Supplier;

/** One end of a scenario: the kernel of a guest or a node of ours, its addresses and its shell of verbs. */
final class End implements AutoCloseable
{
    private final String name;
    private final Function<IpVersion, String> addresses;
    private final Supplier<Shell> start;
    private Shell shell;

    End(final Guest guest)
    {
        name = "guest " + guest.number();
        addresses = guest::address;
        start = () -> new Shell(name, guest.start("exec vsh"));
    }

    End(final Host host, final Profile profile)
    {
        name = "node " + profile.label();
        addresses = host::address;
        start = () ->
        {
            final Shell node = new Shell(
                name,
                host.java(
                    VerbsShell.class.getName(),
                    profile.label(),
                    host.address(IpVersion.IPV4),
                    host.address(IpVersion.IPV6)));
            node.awaitGreeting();
            return node;
        };
    }

    String address(final IpVersion version)
    {
        return addresses.apply(version);
    }

    /** The shell with no queue pairs and no completions, at this address. */
    Shell open(final IpVersion version)
    {
        if (shell == null || !shell.isUsable())
        {
            close();
            shell = start.get();
        }
        shell.call("open gid=%s", address(version));
        return shell;
    }

    @Override
    public void close()
    {
        if (shell != null)
        {
            shell.close();
            shell = null;
        }
    }
}
