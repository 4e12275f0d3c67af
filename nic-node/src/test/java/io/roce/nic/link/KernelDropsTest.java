package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelDropsTest
{
    /** As a little-endian machine prints it. */
    private static final String UDP = table(
        socket("0100007F:12B7", "00000000:0000", "5"),
        socket("0200007F:12B7", "00000000:0000", "4294967301"),
        socket("0200007F:12B8", "00000000:0000", "6"));

    private static final String UDP6 = table(
        socket("00000000000000000000000001000000:12B7", "00000000000000000000000000000000:0000", "7"),
        socket("000000FD00000000EFCDAB8967452301:12B7", "00000000000000000000000000000000:0000", "8"));

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException
    {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        Files.writeString(directory.resolve("udp"), UDP);
        Files.writeString(directory.resolve("udp6"), UDP6);
    }

    @Test
    void shouldReadTheLineOfItsAddressAndPort()
    {
        assertEquals(5, drops("127.0.0.1", 4791));
        assertEquals(4_294_967_301L, drops("127.0.0.2", 4791));
        assertEquals(6, drops("127.0.0.2", 4792));
    }

    @Test
    void shouldReadIpv6()
    {
        assertEquals(7, drops("::1", 4791));
        assertEquals(8, drops("fd00::89ab:cdef:123:4567", 4791));
    }

    @Test
    void shouldSayThatItDoesNotKnow() throws IOException
    {
        assertEquals(-1, drops("127.0.0.3", 4791));
        Files.delete(directory.resolve("udp"));
        assertEquals(-1, drops("127.0.0.1", 4791));
    }

    private long drops(final String host, final int port)
    {
        return new KernelDrops(directory, new InetSocketAddress(host, port)).count();
    }

    private static String table(final String... sockets)
    {
        final String header = "   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt" +
            "   uid  timeout inode ref pointer drops            ";
        return header + '\n' + String.join("\n", sockets) + '\n';
    }

    private static String socket(final String local, final String remote, final String drops)
    {
        return "  817: " + local + ' ' + remote + " 07 00000000:00000000 00:00000000 00000000" +
            "     0        0 7101 2 0000000000000000 " + drops + "         ";
    }
}
