package io.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QpnTest
{
    @Test
    void shouldTellTheThreeNumbersApartThatAreNoUsersQp()
    {
        assertTrue(Qpn.isManagement(0));
        assertTrue(Qpn.isManagement(1));
        assertFalse(Qpn.isManagement(2));
        assertTrue(Qpn.isMulticast(0xFF_FFFF));
        assertFalse(Qpn.isMulticast(0xFF_FFFE));
        assertEquals(2, Qpn.MIN_USER);
        assertEquals(16_777_214, Qpn.MAX_USER);
    }

    @Test
    void shouldKnow24Bits()
    {
        assertTrue(Qpn.isValid(0));
        assertTrue(Qpn.isValid(0xFF_FFFF));
        assertFalse(Qpn.isValid(0x100_0000));
        assertFalse(Qpn.isValid(-1));
        assertFalse(Qpn.isValid(1L << 32));
    }

    @Test
    void shouldPrintSixDigits()
    {
        assertEquals("0x000011", Qpn.format(0x11));
        assertEquals("0xffffff", Qpn.format(Qpn.MULTICAST));
    }
}
