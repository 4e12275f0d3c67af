package io.roce.wire.capture;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** The addresses that count as here at an interface. Allocates nothing when asked. */
public final class LocalAddresses
{
    static final byte LOOPBACK_NET = 127;

    private final byte[] mac;
    private final boolean isLoopbackHere;
    private final boolean isLoopbackNetHere;
    private final List<InetAddress> addresses;
    private final byte[][] bytes;

    /**
     * @param mac               of the interface; null where it has none.
     * @param isLoopbackHere    whether what the machine sends to itself comes there.
     * @param isLoopbackNetHere whether all of 127.0.0.0/8 is here, beside the addresses.
     */
    LocalAddresses(
        final byte[] mac,
        final boolean isLoopbackHere,
        final boolean isLoopbackNetHere,
        final List<InetAddress> addresses)
    {
        this.mac = mac;
        this.isLoopbackHere = isLoopbackHere;
        this.isLoopbackNetHere = isLoopbackNetHere;
        this.addresses = List.copyOf(addresses);
        bytes = addresses.stream().map(InetAddress::getAddress).toArray(byte[][]::new);
    }

    /**
     * Those that an interface has now. For a name that is no interface of the system's, such as libpcap's "any", all
     * that this machine has.
     */
    public static LocalAddresses of(final String networkInterface) throws SocketException
    {
        final SystemInterface found = SystemInterface.find(networkInterface);
        return found == null ?
            new LocalAddresses(
                null,
                true,
                true,
                NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList()) :
            new LocalAddresses(
                found.mac(),
                found.isLoopback(),
                found.isLoopback(),
                found.addresses());
    }

    /** These instead, at the same interface. */
    public LocalAddresses with(final List<InetAddress> others)
    {
        return new LocalAddresses(mac, isLoopbackHere, false, others);
    }

    /** In the order of the system. */
    public List<InetAddress> addresses()
    {
        return addresses;
    }

    /** Whether what the machine sends to itself comes there, whatever the address. */
    public boolean isLoopbackHere()
    {
        return isLoopbackHere;
    }

    public boolean contains(final InetAddress address)
    {
        final byte[] wanted = address.getAddress();
        return contains(wanted, 0, wanted.length);
    }

    /** Null where the interface has none. */
    byte[] mac()
    {
        return mac;
    }

    boolean contains(final byte[] data, final int offset, final int length)
    {
        if (isLoopbackNetHere && length == 4 && data[offset] == LOOPBACK_NET)
        {
            return true;
        }

        for (final byte[] address : bytes)
        {
            if (address.length == length && isAt(data, offset, address))
            {
                return true;
            }
        }

        return false;
    }

    private static boolean isAt(final byte[] data, final int offset, final byte[] address)
    {
        for (int i = 0; i < address.length; i++)
        {
            if (data[offset + i] != address[i])
            {
                return false;
            }
        }

        return true;
    }
}
