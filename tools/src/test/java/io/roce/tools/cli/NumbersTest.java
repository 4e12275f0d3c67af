package io.roce.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class NumbersTest
{
    @ParameterizedTest
    @CsvSource({"17, 17", "0x11, 17", "0XfFfFfF, 16777215", "0, 0", "010, 10", "16777215, 16777215"})
    void shouldReadDecimalAndHex(final String text, final int expected)
    {
        assertEquals(expected, new Numbers.Uint24().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"16777216", "0x1000000", "0x100000011", "-1", "99999999999999999999999"})
    void shouldRefuseWhatDoesNotFitIn24Bits(final String text)
    {
        final TypeConversionException e =
            assertThrows(TypeConversionException.class, () -> new Numbers.Uint24().convert(text));
        assertEquals(text + " is out of range: 0x0 to 0xffffff, 24 bits", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x", "ff", "1e3", "1.5", "+1", "1 ", "0b1"})
    void shouldRefuseWhatIsNoNumber(final String text)
    {
        assertThrows(TypeConversionException.class, () -> new Numbers.Uint24().convert(text));
    }

    @Test
    void shouldRefuseACountOfNone()
    {
        final TypeConversionException e =
            assertThrows(TypeConversionException.class, () -> new Numbers.Count().convert("0"));
        assertEquals("0 is out of range: 1 to 2147483647", e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"65536, 65536", "64k, 65536", "64KiB, 65536", "4MiB, 4194304", "1g, 1073741824", "0x10, 16"})
    void shouldReadSizes(final String text, final int expected)
    {
        assertEquals(expected, Numbers.parseSize(text, 1, 1 << 30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4T", "2g", "0", "99999999999", "0k", "k", "", "-1", "1.5M"})
    void shouldRefuseOtherSizes(final String text)
    {
        assertThrows(TypeConversionException.class, () -> Numbers.parseSize(text, 1, 1 << 30));
    }
}
