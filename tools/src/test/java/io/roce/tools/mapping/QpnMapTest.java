package io.roce.tools.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.junit.jupiter.api.Test;

class QpnMapTest
{
    private static final int RECORDED = 0x1C;

    @Test
    void shouldTellTheSameNumberAtTwoAddressesApart() throws UnknownHostException
    {
        final InetAddress one = InetAddress.getByName("10.91.0.2");
        final InetAddress other = InetAddress.getByName("10.91.0.3");
        final QpnMap map = new QpnMap();
        assertTrue(map.isEmpty());
        assertEquals(RECORDED, map.map(new Endpoint(one, RECORDED)));

        map.put(RECORDED, 0xAA);
        map.put(other, RECORDED, 0xBB);

        assertEquals(0xAA, map.map(new Endpoint(one, RECORDED)));
        assertEquals(0xBB, map.map(new Endpoint(other, RECORDED)));
        assertEquals(RECORDED + 1, map.map(new Endpoint(other, RECORDED + 1)));
        assertTrue(map.has(new Endpoint(one, RECORDED)));
        assertFalse(map.has(new Endpoint(one, RECORDED + 1)));
        assertFalse(map.isEmpty());
    }
}
