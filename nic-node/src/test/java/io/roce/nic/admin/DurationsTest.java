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
}
