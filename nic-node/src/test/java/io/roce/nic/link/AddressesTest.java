package io.roce.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest
{
    @ParameterizedTest
    @CsvSource({
        "127.0.0.2, 127.0.0.2, 127.0.0.2:4791, ::ffff:127.0.0.2",
        "0:0:0:0:0:0:0:1, ::1, [::1]:4791, ::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1, [2001:db8::1:0:0:1]:4791, 2001:db8::1:0:0:1",
        "FD91:0:0:0:0:0:0:2, fd91::2, [fd91::2]:4791, fd91::2",
        "::ffff:10.0.0.1, 10.0.0.1, 10.0.0.1:4791, ::ffff:10.0.0.1"})
    void shouldWriteWhatItReads(final String literal, final String host, final String withPort, final String gid)
    {
        final InetAddress address = Addresses.parse(literal);

        assertEquals(host, Addresses.format(address));
        assertEquals(withPort, Addresses.format(new InetSocketAddress(address, 4791)));
        assertEquals(gid, Addresses.gid(address));
    }

    @Test
    void shouldKeepTheZoneButNotInAGid() throws Exception
    {
        final byte[] bytes = new byte[16];
        bytes[0] = (byte)0xFE;
        bytes[1] = (byte)0x80;
        bytes[15] = 1;
        final InetAddress zoned = Inet6Address.getByAddress(null, bytes, 7);

        assertEquals("[fe80::1%7]:4791", Addresses.format(new InetSocketAddress(zoned, 4791)));
        assertEquals("fe80::1", Addresses.gid(zoned));
    }

    @Test
    void shouldWriteAnAddressWithoutTheNameThatItWasFoundBy() throws Exception
    {
        final InetAddress named = InetAddress.getByAddress("node.example", new byte[]{10, 0, 0, 1});

        assertEquals("10.0.0.1:1", Addresses.format(new InetSocketAddress(named, 1)));
        assertEquals("nowhere.example:1", Addresses.format(InetSocketAddress.createUnresolved("nowhere.example", 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.1", "[::1]", "fe80::1%lo", "", "1.2.3.4:5", "::1::"})
    void shouldReadNothingButLiterals(final String text)
    {
        assertNull(Addresses.parse(text));
    }
}
