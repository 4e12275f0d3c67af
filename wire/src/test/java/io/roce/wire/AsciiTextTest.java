package io.roce.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AsciiTextTest
{
    @ParameterizedTest
    @ValueSource(longs = {
        0, 1, 9, 10, 15, 16, 99, 100, 255, 65_535, 999_999, 1_000_000, 0x7FFF_FFFFL, 0x8000_0000L, 9_999_999_999L,
        999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE
    })
    void shouldWriteNumbersAsTheLibraryDoes(final long value)
    {
        assertEquals(Long.toString(value), new AsciiText(1).appendDecimal(value).toString());
        assertEquals(String.format("%6d", value), new AsciiText(1).appendDecimal(value, 6, ' ').toString());
        assertEquals(String.format("%06d", value), new AsciiText(1).appendDecimal(value, 6, '0').toString());
        assertEquals(String.format("%06x", value), new AsciiText(1).appendHex(value, 6).toString());
        assertEquals(Long.toHexString(value), new AsciiText(1).appendHex(value, 1).toString());
        assertEquals(Long.toString(-value), new AsciiText(1).appendDecimal(-value).toString());
        assertEquals(Long.toHexString(~value), new AsciiText(1).appendHex(~value, 1).toString());
    }

    @Test
    void shouldGrowAndBeginAnew()
    {
        final AsciiText text = new AsciiText(2);
        text.append("a longer text").append('!');
        assertEquals("a longer text!", text.toString());

        text.clear();
        assertEquals("b", text.append("b").toString());
        assertEquals(1, text.length());
    }
}
