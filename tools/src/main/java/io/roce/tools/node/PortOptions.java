package io.roce.tools.node;

import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.tools.qp.PathMtu;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A node's ports: an option for each, or one that holds for all. */
final class PortOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--bind",
        paramLabel = "ADDR[:PORT][,ADDR[:PORT]...]",
        converter = PortValues.GidTableConverter.class,
        description = "Where data is received, over UDP: the addresses of one port, which are its GID table, up to " +
            "16, IPv4 and IPv6; port number 4791 unless said, 0 for any. May be repeated: each one is a port, up to " +
            "4, numbered from 1. Default: ${DEFAULT-VALUE}.")
    private List<PortValues.GidTable> gidTables;

    @Option(
        names = "--pkeys",
        paramLabel = "PKEY[,PKEY...]",
        converter = PortValues.PKeyTableConverter.class,
        description = "The P_Key table of a port, up to 128 keys of 16 bits: with 0x8000 for a full member of the " +
            "partition, without for a limited one. Once for all ports, or once for each. Default: ${DEFAULT-VALUE}.")
    private List<PortValues.PKeyTable> pKeyTables;

    @Option(
        names = "--mtu",
        paramLabel = "BYTES",
        converter = PathMtu.class,
        description = "Active MTU of a port: 256, 512, 1024, 2048 or 4096; path_mtu goes up to it. Once for all " +
            "ports, or once for each. Default: ${DEFAULT-VALUE}.")
    private List<Integer> mtus;

    /** Where the admin API is, unless told. */
    InetSocketAddress first()
    {
        return gidTables.get(0).addresses().get(0);
    }

    /** @throws ParameterException when they are too many, or do not go together. */
    Ports ports()
    {
        requireOneOrEach("--pkeys", pKeyTables.size());
        requireOneOrEach("--mtu", mtus.size());
        final List<Port> ports = new ArrayList<>();
        try
        {
            for (int i = 0; i < gidTables.size(); i++)
            {
                ports.add(Port.of(i + 1, gidTables.get(i).addresses())
                    .pKeys(of(pKeyTables, i).pKeys())
                    .activeMtu(of(mtus, i)));
            }
            return new Ports(ports);
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private void requireOneOrEach(final String option, final int count)
    {
        if (count != 1 && count != gidTables.size())
        {
            throw new ParameterException(command.commandLine(), option + " is given " + count + " times for " +
                gidTables.size() + (gidTables.size() == 1 ? " port" : " ports") +
                " (--bind): once holds for all, else it is once for each");
        }
    }

    private static <T> T of(final List<T> values, final int index)
    {
        return values.get(values.size() == 1 ? 0 : index);
    }
}
