package io.roce.tools.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time of the thread that asks: what one core can do while others want it too. */
final class CpuTime
{
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuTime()
    {
    }

    /** Does something so many times. */
    @FunctionalInterface
    interface Loop
    {
        void run(int times);
    }

    /** Nanoseconds that one time takes. */
    static double nsEach(final Loop loop, final int times)
    {
        final long startNs = THREADS.getCurrentThreadCpuTime();
        loop.run(times);
        return (double)(THREADS.getCurrentThreadCpuTime() - startNs) / times;
    }
}
