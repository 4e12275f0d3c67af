package io.roce.nic.link;

import java.net.InetSocketAddress;
import java.util.List;

/** Ports for tests that bind none of them. */
public final class SamplePorts
{
    /** One port with two GIDs and two P_Keys. */
    public static final Ports IPV4 =
        Ports.of(Port.of(1, at("127.20.7.1"), at("127.20.7.5")).pKeys(List.of(0xFFFF, 0x8001)));

    /** The same over IPv6. */
    public static final Ports IPV6 =
        Ports.of(Port.of(1, at("::1"), at("2001:db8::5")).pKeys(List.of(0xFFFF, 0x8001)));

    /**
     * Port 1 as that of {@link #IPV4}; port 2 with less of everything; port 3 over IPv6 first, with more P_Keys and a
     * small MTU.
     */
    public static final Ports THREE = Ports.of(
        IPV4.get(1),
        Port.of(2, at("127.20.7.9")).pKeys(List.of(0x0001)).activeMtu(1024),
        Port.of(3, at("::1"), at("127.20.7.10"), at("127.20.7.11"))
            .pKeys(List.of(0x8001, 0x7FFF, 0xFFFF))
            .activeMtu(512));

    private SamplePorts()
    {
    }

    private static InetSocketAddress at(final String host)
    {
        return new InetSocketAddress(host, 4791);
    }
}
