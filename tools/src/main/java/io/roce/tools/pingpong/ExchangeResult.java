package io.roce.tools.pingpong;

/**
 * What became of an exchange.
 *
 * @param sent     sends that are complete.
 * @param received messages that came and were as they should be.
 * @param ns       from the beginning to the last completion.
 * @param failure  what ended it before its time, one sentence; null when it is done.
 */
record ExchangeResult(int sent, int received, long ns, String failure)
{
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final int BITS_PER_BYTE = 8;

    /** Iterations that are done: messages there and back. */
    int iters()
    {
        return Math.min(sent, received);
    }

    /** Of both directions, as the programs of libibverbs count them. */
    long bytes(final int size)
    {
        return 2L * iters() * size;
    }

    double seconds()
    {
        return ns / NS_PER_SECOND;
    }

    /** Of both directions, in millions of bits. */
    double mbitPerSecond(final int size)
    {
        return bytes(size) * BITS_PER_BYTE * NS_PER_US / ns;
    }

    double usPerIter()
    {
        return ns / NS_PER_US / iters();
    }
}
