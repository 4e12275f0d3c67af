package io.roce.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text as libibverbs/examples/pingpong.c of rdma-core has it: %04x:%06x:%06x: and a GID as four times %08x. */
final class DestinationTest
{
    @ParameterizedTest
    @CsvSource({
        "0,      0x11,     0xfffffe, 10.91.0.2, 0000:000011:fffffe:00000000000000000000ffff0a5b0002",
        "0,      0xabcdef, 0,        fd91::2,   0000:abcdef:000000:fd910000000000000000000000000002",
        "0xffff, 0xffffff, 0xffffff, 255.255.255.255, ffff:ffffff:ffffff:00000000000000000000ffffffffffff",
        "1,      2,        3,        fe80::5054:ff:fe91:2, 0001:000002:000003:fe80000000000000505400fffe910002",
        "0x12,   0x345678, 0x9abcde, '::',      0012:345678:9abcde:00000000000000000000000000000000",
    })
    void shouldBeWrittenAndReadAsTheProgramsOfLibibverbsDo(
        final String lid, final String qpn, final String psn, final String address, final String text) throws Exception
    {
        final Destination destination = new Destination(
            Integer.decode(lid), Integer.decode(qpn), Integer.decode(psn), InetAddress.getByName(address));
        assertEquals(text, destination.text());
        assertEquals(51, text.length());
        assertEquals(destination, Destination.parse(text));
        assertEquals(destination, Destination.parse(text.toUpperCase(Locale.ROOT)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "0000:000011:fffffe:00000000000000000000ffff0a5b000",
        "0000:000011:fffffe:00000000000000000000ffff0a5b00022",
        "0000:000011:fffffe-00000000000000000000ffff0a5b0002",
        "0000:000011:fffffg:00000000000000000000ffff0a5b0002",
        "0000:00011:0fffffe:00000000000000000000ffff0a5b0002",
        "-001:000011:fffffe:00000000000000000000ffff0a5b0002",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:18515\r\nAccept: */*",
    })
    void shouldNotTakeAnythingElseForOne(final String text)
    {
        assertNull(Destination.parse(text));
    }

    @Test
    void shouldReadWellToPeople() throws Exception
    {
        assertEquals(
            "LID 0x0000  QPN 0x000011  PSN 0x00abcd  GID ::ffff:10.91.0.2",
            new Destination(0, 0x11, 0xABCD, InetAddress.getByName("10.91.0.2")).toString());
        assertEquals(
            "LID 0x0000  QPN 0x000011  PSN 0x00abcd  GID fd91::2",
            new Destination(0, 0x11, 0xABCD, InetAddress.getByName("fd91::2")).toString());
    }
}
