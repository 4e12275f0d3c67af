package io.roce.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class AddressesTest
{
    @ParameterizedTest
    @CsvSource({
        "127.0.0.2,            127.0.0.2:4791",
        "127.0.0.2:0,          127.0.0.2:0",
        "localhost:5000,       127.0.0.1:5000",
        "::1,                  [::1]:4791",
        "[::1],                [::1]:4791",
        "[::1]:65535,          [::1]:65535",
        "fe80::1:0:0:2,        [fe80::1:0:0:2]:4791",
        "2001:db8:0:0:1:0:0:1, [2001:db8::1:0:0:1]:4791",
        "1:0:2:3:4:5:6:7,      [1:0:2:3:4:5:6:7]:4791",
        "::,                   [::]:4791",
        "fd91::2:3,            [fd91::2:3]:4791",
        "fd91:0:0:0:0:0:0:5000, [fd91::5000]:4791",
        "'[::1:4791]',         [::1:4791]:4791",
    })
    void shouldReadAndWrite(final String text, final String expected)
    {
        assertEquals(expected, Addresses.format(Addresses.parse(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "127.0.0", "127.0.0.256", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "example.org", "example.org:80",
        "[127.0.0.1]:80", "[::1", "[::1]4791", "::1::2", "::1:4791", "::1:14791", "fd91::2:65535", ":4791", "1:2",
        "127.1", "0x7f000001"
    })
    void shouldRefuseWhatIsNoLiteralOrMayBeTwo(final String text)
    {
        assertThrows(TypeConversionException.class, () -> Addresses.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "::1:4791,  'is an address, or an address and a port: write [::1:4791] or [::1]:4791'",
        "::1:14791, 'is an address and a port: write [::1]:14791'",
    })
    void shouldSayHowAPortIsWrittenBehindAnIpv6Address(final String text, final String said)
    {
        final TypeConversionException e =
            assertThrows(TypeConversionException.class, () -> Addresses.parseRemote(text));
        assertEquals("'" + text + "' " + said, e.getMessage());
    }

    @Test
    void shouldSendToNoPort0()
    {
        final TypeConversionException e =
            assertThrows(TypeConversionException.class, () -> Addresses.parseRemote("127.60.0.1:0"));
        assertEquals("'127.60.0.1:0' has the port '0', which is not a number from 1 to 65535", e.getMessage());
        assertEquals(4791, Addresses.parseRemote("127.60.0.1").getPort());
    }
}
