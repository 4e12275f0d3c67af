package io.roce.wire.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A network interface as it is now. Java knows those alone that have an address, and a port that a switch mirrors
 * packets to has none; Linux names the others in its /sys.
 *
 * @param mac       null where it has none.
 * @param addresses in the order of the system.
 */
record SystemInterface(byte[] mac, boolean isLoopback, List<InetAddress> addresses)
{
    private static final Path OF_LINUX = Path.of("/sys/class/net");
    private static final int LOOPBACK_FLAG = 8;
    private static final int MAC_LENGTH = 6;

    /** Null when there is none of that name. */
    static SystemInterface find(final String name) throws SocketException
    {
        final NetworkInterface found = NetworkInterface.getByName(name);
        if (found != null)
        {
            return new SystemInterface(
                macOrNull(found.getHardwareAddress()), found.isLoopback(), found.inetAddresses().toList());
        }

        final Path folder = OF_LINUX.resolve(name);
        try
        {
            final boolean isLoopback =
                (Integer.decode(Files.readString(folder.resolve("flags")).trim()) & LOOPBACK_FLAG) != 0;
            final String address = Files.readString(folder.resolve("address")).trim();
            return new SystemInterface(
                isLoopback || address.isEmpty() ? null : macOrNull(HexFormat.ofDelimiter(":").parseHex(address)),
                isLoopback,
                List.of());
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            return null;        // not there, or not Linux
        }
    }

    /** Of all interfaces, in alphabetical order with commas between. */
    static String names() throws SocketException
    {
        return Stream.concat(
            NetworkInterface.networkInterfaces().map(NetworkInterface::getName),
            namesOfLinux().stream()).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static List<String> namesOfLinux()
    {
        try (Stream<Path> folders = Files.list(OF_LINUX))
        {
            return folders.filter(Files::isDirectory).map(folder -> folder.getFileName().toString()).toList();
        }
        catch (final IOException ex)
        {
            return List.of();   // not Linux
        }
    }

    private static byte[] macOrNull(final byte[] address)
    {
        return address != null && address.length == MAC_LENGTH ? address : null;
    }
}
