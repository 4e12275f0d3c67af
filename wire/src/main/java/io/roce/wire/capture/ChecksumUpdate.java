package io.roce.wire.capture;

/**
 * The checksum of IPv4, UDP, TCP and ICMPv6 after a change of bytes that it covers, from the change alone (RFC 1624):
 * what was right stays right, and what was wrong stays wrong by the same amount. Not thread-safe.
 */
final class ChecksumUpdate
{
    private static final int ONES = 0xFFFF;

    private long sum;

    /** Begins anew. */
    void reset()
    {
        sum = 0;
    }

    /**
     * Takes in the difference of a range of bytes.
     *
     * @param offset an even number of bytes from where the checksum's words are counted.
     * @param length an odd last byte is the first of its word.
     */
    void change(final byte[] before, final byte[] after, final int offset, final int length)
    {
        for (int i = 0; i < length; i++)
        {
            final int change = (after[offset + i] & 0xFF) - (before[offset + i] & 0xFF);
            sum += (i & 1) == 0 ? (long)change << Byte.SIZE : change;
        }
    }

    /**
     * The new checksum.
     *
     * @param checksum that was there.
     * @param unused   of 0x0000 and 0xFFFF, which are the same number, the one that the protocol never writes: 0 says
     *                 in UDP that there is no checksum, and no other protocol's bytes add up to 0. It stays, so that a
     *                 change and the change back are none.
     */
    int of(final int checksum, final int unused)
    {
        final long change = Math.floorMod(sum, (long)ONES);
        if (checksum == unused || change == 0)
        {
            return checksum;
        }

        final int result = (int)Math.floorMod(checksum - change, (long)ONES);
        return result == unused ? unused ^ ONES : result;
    }
}
