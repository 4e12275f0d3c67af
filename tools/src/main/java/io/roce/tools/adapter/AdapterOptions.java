package io.roce.tools.adapter;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.tools.admin.AdminClient;
import io.roce.tools.node.NodeValues;
import io.roce.tools.node.OpenNode;
import io.roce.tools.node.PortValues;
import io.roce.tools.node.TrafficOptions;
import io.roce.wire.icrc.Envelope;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The adapter that a command is, with the option letters of the programs that come with libibverbs. A command that
 * mixes it in has {@link io.roce.tools.node.TrafficDefaults} for its default value provider.
 */
public final class AdapterOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = {"-d", "--ib-dev", "--bind"},
        required = true,
        paramLabel = "ADDR[:PORT][,ADDR...]",
        converter = PortValues.GidTableConverter.class,
        description = "The adapter: the addresses of one port, which are its GID table, up to 16, IPv4 and IPv6; UDP " +
            "port 4791 unless said. May be repeated: each one is a port, up to 4, numbered from 1. A port's active " +
            "MTU is what the network interfaces of its addresses have room for.")
    private List<PortValues.GidTable> gidTables;

    @Option(
        names = {"-i", "--ib-port"},
        paramLabel = "PORT",
        defaultValue = "1",
        description = "Port of the adapter, counted from 1. Default: ${DEFAULT-VALUE}.")
    private int portNum;

    @Option(
        names = "--admin",
        paramLabel = "ADDR[:PORT]",
        converter = NodeValues.LocalAddressConverter.class,
        description = "Serve the adapter's admin API there, so that \"roce stats\" and others can look at it; needs " +
            "ROCE_TOKEN in the environment unless it is a loopback address. Default: it is not served.")
    private InetSocketAddress admin;

    @Option(
        names = {"-e", "--events"},
        description = "Sleep until a completion comes. By default it is looked for during 100 us first.")
    private boolean isEvents;

    @Mixin
    private TrafficOptions traffic;

    /** The adapter, which serves when this returns. What is not as asked for is said on standard error. */
    public Adapter open()
    {
        final NicNodeConfig config = config();
        return new Adapter(OpenNode.open(config, command.commandLine()), config.ports());
    }

    /**
     * Another adapter like it, with one address and without faults, for a command that is both ends.
     *
     * @param address of its one port.
     */
    public Adapter openOther(final InetAddress address)
    {
        final List<InetSocketAddress> addresses = List.of(new InetSocketAddress(address, Envelope.ROCE_PORT));
        final Ports ports = Ports.of(Port.of(1, addresses).activeMtu(InterfaceMtu.activeMtu(addresses)));
        final NicNodeConfig config = traffic.apply(new NicNodeConfig()).ports(ports).faults(FaultConfig.NONE);
        return new Adapter(OpenNode.open(withoutAdmin(config), command.commandLine()), ports);
    }

    /** How long a wait for a completion looks before it sleeps. */
    public Duration spin()
    {
        return isEvents ? Duration.ZERO : Completions.SPIN_DEFAULT;
    }

    NicNodeConfig config()
    {
        final NicNodeConfig config = traffic.apply(new NicNodeConfig()).ports(ports());
        final String token = AdminClient.environmentToken();
        if (admin == null)
        {
            return withoutAdmin(config);
        }
        if (token == null && !admin.getAddress().isLoopbackAddress())
        {
            throw refused("--admin needs the environment variable " + AdminClient.TOKEN_VARIABLE +
                ", since its address is not a loopback one");
        }
        return config.admin(admin).adminToken(token);
    }

    /** The port that was chosen, with its active MTU. */
    public Port port()
    {
        final Ports ports = ports();
        if (portNum < 1 || portNum > ports.count())
        {
            throw refused("--ib-port " + portNum + " is out of range: the adapter has " +
                (ports.count() == 1 ? "port 1 alone" : "ports 1 to " + ports.count()));
        }
        return ports.get(portNum);
    }

    /**
     * An address of the port that was chosen.
     *
     * @param option as it is called where it was given.
     */
    public GidEntry gid(final String option, final int index)
    {
        final Port port = port();
        final int last = port.gids().size() - 1;
        if (index < 0 || index > last)
        {
            throw refused(option + ' ' + index + " is out of range: the GID table of port " + portNum + " has " +
                (last == 0 ? "index 0 alone" : "indexes 0 to " + last));
        }
        return port.gids().get(index);
    }

    /** A node always has an admin server: this is one that nobody finds, and whose token nobody knows. */
    private static NicNodeConfig withoutAdmin(final NicNodeConfig config)
    {
        return config
            .admin(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .adminToken(UUID.randomUUID().toString());
    }

    private Ports ports()
    {
        final List<Port> ports = new ArrayList<>();
        try
        {
            for (int i = 0; i < gidTables.size(); i++)
            {
                final List<InetSocketAddress> addresses = gidTables.get(i).addresses();
                ports.add(Port.of(i + 1, addresses).activeMtu(InterfaceMtu.activeMtu(addresses)));
            }
            return new Ports(ports);
        }
        catch (final IllegalArgumentException e)
        {
            throw refused(e.getMessage());
        }
    }

    private ParameterException refused(final String sentence)
    {
        return new ParameterException(command.commandLine(), sentence);
    }
}
