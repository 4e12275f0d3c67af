package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FiguresTest
{
    @ParameterizedTest
    @CsvSource({
        "0, 0", "99999, 99999", "100000, 100k", "999499, 999k", "999500, 1.0M", "1000000, 1.0M", "12345678, 12.3M",
        "99949999, 99.9M", "99950000, 100M", "1234567890, 1.2G", "9223372036854775807, 9.2E", "-5, -5",
        "-9223372036854775808, -9.2E"
    })
    void shouldWriteCountsShort(final long count, final String text)
    {
        assertEquals(text, Figures.count(count));
    }

    @Test
    void shouldNotNeedMoreThanFiveCharacters()
    {
        for (long count = 1; count > 0; count *= 3)
        {
            assertTrue(Figures.count(count).length() <= 5, Figures.count(count));
        }
        for (long ms = 1; ms < 1L << 50; ms = ms * 3 / 2 + 1)
        {
            assertTrue(ms > 8_640_000_000_000L || Figures.uptime(ms).length() <= 6, Figures.uptime(ms));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.04, 0.0", "2.5, 2.5", "9.94, 9.9", "10.4, 10", "123456, 123k"})
    void shouldShowFewPerSecondWithADecimal(final double perSecond, final String text)
    {
        assertEquals(text, Figures.rate(perSecond));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0s", "999, 0s", "59999, 59s", "60000, 1m00s", "133000, 2m13s", "599999, 9m59s", "600000, 10m",
        "3599999, 59m", "3600000, 1h00m", "35999999, 9h59m", "36000000, 10h", "86399999, 23h", "86400000, 1d00h",
        "864000000, 10d"
    })
    void shouldWriteUptimesShort(final long ms, final String text)
    {
        assertEquals(text, Figures.uptime(ms));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, -", "1, 0, 100%", "0, 1, 0%", "1, 3, 25%", "9223372036854775807, 9223372036854775807, 50%"})
    void shouldTellHowOftenTheCacheAnswered(final long hits, final long misses, final String text)
    {
        assertEquals(text, Figures.hitPercent(hits, misses));
    }
}
