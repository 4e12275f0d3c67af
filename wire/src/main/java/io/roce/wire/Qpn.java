package io.roce.wire;

/**
 * Queue pair numbers: 24 bits, unsigned, carried in an {@code int}. Three of them name no queue pair of a user:
 * 0 and 1 are the management QPs and 0xFFFFFF is the multicast QPN.
 */
public final class Qpn
{
    /** Of a number. */
    public static final int BITS = 24;

    /** All of them. */
    public static final int MASK = (1 << BITS) - 1;

    /** Subnet management interface. Not used over RoCE; never handed out. */
    public static final int SMI = 0;

    /** General services interface: connection management talks to it. */
    public static final int GSI = 1;

    /** Names the multicast group of the destination address and not a queue pair. */
    public static final int MULTICAST = 0xFF_FFFF;

    /** Lowest number that a queue pair of a user can have. */
    public static final int MIN_USER = 2;

    /** Highest number that a queue pair of a user can have. */
    public static final int MAX_USER = 0xFF_FFFE;

    private Qpn()
    {
    }

    public static boolean isManagement(final int qpn)
    {
        return qpn == SMI || qpn == GSI;
    }

    public static boolean isMulticast(final int qpn)
    {
        return qpn == MULTICAST;
    }

    /** Whether the number fits in 24 bits and is not negative. */
    public static boolean isValid(final long qpn)
    {
        return (qpn & ~(long)MASK) == 0;
    }

    /** As it is printed everywhere: {@code 0x000011}. */
    public static String format(final int qpn)
    {
        return String.format("0x%06x", qpn);
    }
}
