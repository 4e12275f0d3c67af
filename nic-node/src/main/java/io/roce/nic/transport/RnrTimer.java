package io.roce.nic.transport;

/** How long a requester waits after an RNR NAK, by the five bits of it (IBTA Vol 1, section 9.7.5.2.8). */
final class RnrTimer
{
    private static final int UNIT_NS = 10_000;

    /** In hundredths of a millisecond. */
    private static final int[] TIMES = {
        65_536, 1, 2, 3, 4, 6, 8, 12,
        16, 24, 32, 48, 64, 96, 128, 192,
        256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072,
        4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768, 49_152,
    };

    private RnrTimer()
    {
    }

    /** @param code 0 to 31; not in order, since 0 is the longest. */
    static long ns(final int code)
    {
        return (long)TIMES[code] * UNIT_NS;
    }
}
