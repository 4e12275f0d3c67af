package io.roce.nic.admin;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetSocketAddress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

class AdminConfigTest
{
    private static final InetSocketAddress LOOPBACK = new InetSocketAddress("127.30.0.1", 4791);
    private static final String TOKEN = "5E55101D";

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "2001:db8::1"})
    void shouldWantATokenWhereOthersCanReachIt(final String address)
    {
        final InetSocketAddress open = new InetSocketAddress(address, 4791);
        final IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> new AdminConfig(open, null));

        assertEquals(
            "adminToken must be given for the admin address " +
                (address.contains(":") ? "[" + address + "]" : address) + ":4791; loopback addresses need none",
            e.getMessage());
        assertEquals(TOKEN, new AdminConfig(open, TOKEN).token());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, value = {
        "''|adminToken must not be empty",
        "' '|adminToken must be visible ASCII characters alone, and has a blank at position 1",
        "two words|adminToken must be visible ASCII characters alone, and has a blank at position 4",
        "caf\u00e9|adminToken must be visible ASCII characters alone, and has one that is not ASCII at position 4",
        "line\tend|adminToken must be visible ASCII characters alone, and has a control character at position 5"})
    void shouldSayWhyNoHeaderCanCarryAToken(final String token, final String message)
    {
        assertEquals(
            message,
            assertThrows(IllegalArgumentException.class, () -> new AdminConfig(LOOPBACK, token)).getMessage());
    }

    @Test
    void shouldRefuseWhatCannotWork()
    {
        final InetSocketAddress name = InetSocketAddress.createUnresolved("node.example", 4791);

        assertThrows(IllegalArgumentException.class, () -> new AdminConfig(name, TOKEN));
        assertThrows(IllegalArgumentException.class, () -> new AdminConfig(null, TOKEN));
        assertThrows(IllegalArgumentException.class, () -> new AdminConfig(LOOPBACK, null, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new AdminConfig(LOOPBACK, null, 1, 0));
    }

    @Test
    void shouldNotPrintItsToken()
    {
        assertFalse(new AdminConfig(LOOPBACK, TOKEN).toString().contains(TOKEN));
    }
}
