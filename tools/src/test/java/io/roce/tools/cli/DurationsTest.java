package io.roce.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class DurationsTest
{
    @ParameterizedTest
    @CsvSource({
        "0,      0",
        "1ns,    1",
        "100us,  100000",
        "500ms,  500000000",
        "2s,     2000000000",
        "1.5s,   1500000000",
        "1min,   60000000000",
        "2h,     7200000000000",
    })
    void shouldReadANumberWithItsUnit(final String text, final long expectedNs)
    {
        assertEquals(expectedNs, Durations.parse(text).toNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "500", "ms", "-1s", "1 year", "1.s", "0x10s", "999999999999999999h"})
    void shouldRefuseWhatHasNoUnitOrNoNumber(final String text)
    {
        assertThrows(TypeConversionException.class, () -> Durations.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999ns", "1000, 1us", "500000000, 500ms", "2147483648, 2.147483648s", "60000000000, 60s"})
    void shouldWriteWhatItReads(final long ns, final String expected)
    {
        assertEquals(expected, Durations.format(ns));
        assertEquals(ns, Durations.parse(expected).toNanos());
    }
}
