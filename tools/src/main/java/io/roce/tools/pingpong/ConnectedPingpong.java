package io.roce.tools.pingpong;

import io.roce.nic.qp.QpType;
import io.roce.tools.qp.PathMtu;

import picocli.CommandLine.Option;

/** What the pingpong programs over RC and UC have and that over UD has not: messages of many packets. */
abstract class ConnectedPingpong extends ServicePingpong
{
    @Option(
        names = {"-s", "--size"},
        paramLabel = "BYTES",
        defaultValue = "4096",
        converter = Size.class,
        description = "Of a message, up to 512MiB; the same for both ends. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(
        names = {"-m", "--mtu"},
        paramLabel = "BYTES",
        defaultValue = "1024",
        converter = PathMtu.class,
        description = "Path MTU: 256, 512, 1024, 2048 or 4096; the same for both ends. Default: ${DEFAULT-VALUE}.")
    private int pathMtu;

    ConnectedPingpong(final QpType type)
    {
        super(type);
    }

    @Override
    final int size()
    {
        return size;
    }

    @Override
    final int pathMtu(final int activeMtu)
    {
        if (pathMtu > activeMtu)
        {
            throw refused(
                "--mtu " + pathMtu + " is out of range: the network interface has room for " + activeMtu);
        }
        return pathMtu;
    }
}
