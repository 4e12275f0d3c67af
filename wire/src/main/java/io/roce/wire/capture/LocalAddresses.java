package io.roce.wire.capture;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** The addresses that count as here at an interface. Allocates nothing when asked. */
public final class LocalAddresses
{
    private static final byte LOOPBACK_NET = 127;

    private final byte[] mac;
    private final boolean isLoopback;
    private final List<InetAddress> addresses;
    private final byte[][] bytes;

    /**
     * @param mac        of the interface; null where it has none.
     * @param isLoopback whether all of 127.0.0.0/8 is here, beside the addresses.
     */
    LocalAddresses(final byte[] mac, final boolean isLoopback, final List<InetAddress> addresses)
    {
        this.mac = mac;
        this.isLoopback = isLoopback;
        this.addresses = List.copyOf(addresses);
        bytes = addresses.stream().map(InetAddress::getAddress).toArray(byte[][]::new);
    }

    /**
     * Those that an interface has now, without the scope of the local ones. None for a name that is no interface, such
     * as libpcap's "any".
     */
    public static LocalAddresses of(final String networkInterface) throws SocketException
    {
        final NetworkInterface found = NetworkInterface.getByName(networkInterface);
        return found == null ?
            new LocalAddresses(null, false, List.of()) :
            new LocalAddresses(
                found.getHardwareAddress(), found.isLoopback(), found.inetAddresses().toList());
    }

    /** These instead, at the same interface. */
    public LocalAddresses with(final List<InetAddress> others)
    {
        return new LocalAddresses(mac, false, others);
    }

    /** In the order of the system. */
    public List<InetAddress> addresses()
    {
        return addresses;
    }

    public boolean isLoopback()
    {
        return isLoopback;
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
        if (isLoopback && length == 4 && data[offset] == LOOPBACK_NET)
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
