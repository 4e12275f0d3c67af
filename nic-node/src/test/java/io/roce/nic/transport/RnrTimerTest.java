package io.roce.nic.transport;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class RnrTimerTest
{
    /** Milliseconds for the codes 0 to 31 (IBTA Vol 1, table 45). */
    private static final String TABLE =
        "655.36 .01 .02 .03 .04 .06 .08 .12 .16 .24 .32 .48 .64 .96 1.28 1.92 " +
        "2.56 3.84 5.12 7.68 10.24 15.36 20.48 30.72 40.96 61.44 81.92 122.88 163.84 245.76 327.68 491.52";

    @Test
    void shouldWaitAsTheStandardsTableSays()
    {
        final String[] times = TABLE.split(" ");
        assertEquals(32, times.length);
        for (int code = 0; code < 32; code++)
        {
            assertEquals(new BigDecimal(times[code]).movePointRight(6).longValueExact(), RnrTimer.ns(code));
        }
    }
}
