package io.roce.nic.qpn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class QuarantinePolicyTest
{
    @ParameterizedTest
    @CsvSource({
        "none, false, 0, 0, none", "auto, true, 0, 0, auto", "500ms, false, 500000000, 0, 500ms",
        "count:1000, false, 0, 1000, count:1000", "500ms+count:1000, false, 500000000, 1000, 500ms+count:1000",
        "count:64+auto, true, 0, 64, auto+count:64", "2.147483648s, false, 2147483648, 0, 2.147483648s",
        "1min, false, 60000000000, 0, 60s", "0ms, false, 0, 0, none", "0s+count:7, false, 0, 7, count:7",
        "count:2147483648, false, 0, 2147483648, count:2147483648", "1ns, false, 1, 0, 1ns",
        "87600h, false, 315360000000000000, 0, 315360000s"})
    void shouldReadAndWriteItsText(
        final String text, final boolean isAuto, final long timeNs, final long count, final String written)
    {
        final QuarantinePolicy policy = QuarantinePolicy.parse(text);
        assertEquals(new QuarantinePolicy(isAuto, timeNs, count), policy);
        assertEquals(written, policy.toString());
        assertEquals(policy, QuarantinePolicy.parse(written));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, value = {
        "soon | 'soon' is not none, auto, a time such as 500ms, count:1000, or a time and a count joined by +",
        "500ms+ | '500ms+' is not none, auto, a time such as 500ms, count:1000, or a time and a count joined by +",
        "count: | 'count:' has a count that is no number of up to 18 digits",
        "count:many | 'count:many' has a count that is no number of up to 18 digits",
        "1s+count:1e3 | '1s+count:1e3' has a count that is no number of up to 18 digits",
        "AUTO | 'AUTO' has capital letters: write auto",
        "None | 'None' has capital letters: write none",
        "500ms+Count:3 | '500ms+Count:3' has capital letters: write count:3",
        "-1s | '-1s' is not none, auto, a time such as 500ms, count:1000, or a time and a count joined by +",
        "500 | '500' is not a time with a unit (ns, us, ms, s, min, h), such as 500ms or 2s",
        "5 s | '5 s' is not a time with a unit (ns, us, ms, s, min, h), such as 500ms or 2s",
        "0.5ns | '0.5ns' is not a whole number of nanoseconds up to 9223372036854775807",
        "99999999h | '99999999h' is not a whole number of nanoseconds up to 9223372036854775807",
        "1s+2s | '1s+2s' has two times",
        "auto+1s | 'auto+1s' has two times",
        "1s+auto | '1s+auto' has two times",
        "count:1+count:2 | 'count:1+count:2' has two counts",
        "none+1s | 'none+1s' has none beside something else: what is held back is not none",
        "none+count:3 | 'none+count:3' has none beside something else: what is held back is not none",
        "count:1+none | 'count:1+none' has none beside something else: what is held back is not none",
        "count:0 | 'count:0' has a count of 0, outside 1 to 2147483648",
        "count:-1 | 'count:-1' has a count of -1, outside 1 to 2147483648",
        "count:2147483649 | 'count:2147483649' has a count of 2147483649, outside 1 to 2147483648",
        "87601h | '87601h' has a time above 315360000s"})
    void shouldSayWhatIsWrongWithAText(final String text, final String message)
    {
        assertEquals(
            message,
            assertThrows(IllegalArgumentException.class, () -> QuarantinePolicy.parse(text)).getMessage());
    }

    @Test
    void shouldRefuseAnEmptyText()
    {
        assertThrows(IllegalArgumentException.class, () -> QuarantinePolicy.parse(""));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 315_360_000_000_000_001L})
    void shouldRefuseATimeOutOfRange(final long timeNs)
    {
        assertEquals(
            "quarantine has a time of " + timeNs + "ns, outside 0 to 315360000000000000ns",
            assertThrows(IllegalArgumentException.class, () -> QuarantinePolicy.ofTime(timeNs)).getMessage());
    }

    @Test
    void shouldRefuseTwoTimes()
    {
        assertThrows(IllegalArgumentException.class, () -> new QuarantinePolicy(true, 1, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ns", "999, 999ns", "1000, 1us", "500000000, 500ms", "999999999, 999.999999ms", "1000000000, 1s",
        "2147483648, 2.147483648s", "600000000000, 600s"})
    void shouldWriteTimesWithTheLargestUnitThatFits(final long ns, final String text)
    {
        assertEquals(text, DurationText.format(ns));
        assertEquals(ns, DurationText.parse(text));
    }
}
