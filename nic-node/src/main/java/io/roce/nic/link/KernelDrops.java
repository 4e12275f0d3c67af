package io.roce.nic.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Datagrams that Linux dropped at a bound UDP socket, for want of room in its receive buffer or for a bad UDP checksum:
 * the last column of {@code /proc/net/udp} and {@code /proc/net/udp6}. Sockets that share an address are counted
 * together.
 */
final class KernelDrops
{
    private static final int LOCAL_ADDRESS_COLUMN = 1;

    private final Path file;
    private final String localAddress;

    KernelDrops(final InetSocketAddress local)
    {
        this(Path.of("/proc/net"), local);
    }

    KernelDrops(final Path directory, final InetSocketAddress local)
    {
        final byte[] address = local.getAddress().getAddress();
        file = directory.resolve(address.length == 4 ? "udp" : "udp6");
        localAddress = format(address, local.getPort());
    }

    /** So far; -1 when the system does not say. */
    long count()
    {
        final List<String> lines;
        try
        {
            lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
        }
        catch (final IOException ex)
        {
            return -1;      // not Linux, or its /proc is not to be read here
        }

        long drops = -1;
        for (final String line : lines)
        {
            final String[] columns = line.trim().split("\\s+");
            if (columns.length > LOCAL_ADDRESS_COLUMN && columns[LOCAL_ADDRESS_COLUMN].equals(localAddress))
            {
                drops = Math.max(0, drops) + Long.parseLong(columns[columns.length - 1]);
            }
        }
        return drops;
    }

    /** The address is printed as words of 32 bits in the byte order of the machine. */
    private static String format(final byte[] address, final int port)
    {
        final ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        final StringBuilder text = new StringBuilder();
        while (words.hasRemaining())
        {
            text.append(String.format("%08X", words.getInt()));
        }
        return text.append(String.format(":%04X", port)).toString();
    }
}
