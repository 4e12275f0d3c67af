package io.roce.nic.admin;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.junit.jupiter.api.Assertions.assertEquals;

class DurationsTest
{
    @ParameterizedTest
    @CsvSource({
        "0, 0", "1, 1", "999999, 1", "1000000, 1", "1000001, 2", "2147483648, 2148",
        "9223372036854775807, 9223372036855"})
    void shouldRoundUpToMilliseconds(final long ns, final long ms)
    {
        assertEquals(ms, Durations.ceilMs(ns));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ns", "999, 999ns", "1000, 1us", "500000000, 500ms", "999999999, 999.999999ms", "1000000000, 1s",
        "2147483648, 2.147483648s", "600000000000, 600s"})
    void shouldPrintWithTheLargestUnitThatFits(final long ns, final String text)
    {
        assertEquals(text, Durations.format(ns));
    }
}
