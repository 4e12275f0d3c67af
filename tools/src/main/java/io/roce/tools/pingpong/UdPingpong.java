package io.roce.tools.pingpong;

import io.roce.nic.qp.QpType;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code roce pingpong ud}. */
@Command(
    name = "ud",
    description = {
        "Messages back and forth by unreliable datagrams, as ibv_ud_pingpong: with that or with another of this.",
        "One lost packet ends it, since nothing is sent again."
    })
public final class UdPingpong extends ServicePingpong
{
    @Option(
        names = {"-s", "--size"},
        paramLabel = "BYTES",
        defaultValue = "1024",
        converter = ServicePingpong.Size.class,
        description = "Of a message, which is one packet: up to the active MTU of either end's port; the same for " +
            "both ends. Default: ${DEFAULT-VALUE}.")
    private int size;

    public UdPingpong()
    {
        super(QpType.UD);
    }

    @Override
    int size()
    {
        return size;
    }

    @Override
    int pathMtu(final int activeMtu)
    {
        if (size > activeMtu)
        {
            throw refused("--size " + size + " is out of range: a datagram is one packet, and the network interface " +
                "has room for " + activeMtu + " bytes");
        }
        return activeMtu;
    }
}
