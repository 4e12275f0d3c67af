package io.roce.tools.adapter;

import io.roce.nic.link.Port;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** The active MTU of a port, as adapters take it from the network interface that they are on. */
final class InterfaceMtu
{
    /**
     * What Linux' software RoCE leaves for headers: IPv6, UDP, BTH and the largest extended headers, with the ICRC, are
     * not longer.
     */
    private static final int HEADER_BYTES = 80;

    private InterfaceMtu()
    {
    }

    /** The largest MTU whose packets all of the interfaces carry; the largest there is where they do not say. */
    static int activeMtu(final List<InetSocketAddress> addresses)
    {
        return addresses.stream().mapToInt(InterfaceMtu::activeMtu).min().orElse(Port.MAX_MTU);
    }

    private static int activeMtu(final InetSocketAddress address)
    {
        try
        {
            final NetworkInterface netInterface = NetworkInterface.getByInetAddress(address.getAddress());
            return netInterface == null ? Port.MAX_MTU : fitting(netInterface.getMTU());
        }
        catch (final SocketException e)
        {
            return Port.MAX_MTU;
        }
    }

    /** The largest that fits; the smallest that there is where none does. */
    static int fitting(final int interfaceMtu)
    {
        return Port.MTUS.stream()
            .filter(mtu -> mtu + HEADER_BYTES <= interfaceMtu)
            .reduce((smaller, larger) -> larger)
            .orElse(Port.MTUS.get(0));
    }
}
