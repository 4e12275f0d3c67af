package io.roce.nic.admin;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetSocketAddress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

        assertTrue(e.getMessage().contains("admin token"), e.getMessage());
        assertTrue(e.getMessage().contains(address), e.getMessage());
        assertEquals(TOKEN, new AdminConfig(open, TOKEN).token());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "caf\u00e9", "line\nbreak"})
    void shouldRefuseATokenThatNoHeaderCanCarry(final String token)
    {
        assertThrows(IllegalArgumentException.class, () -> new AdminConfig(LOOPBACK, token));
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
