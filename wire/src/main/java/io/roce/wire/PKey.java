package io.roce.wire;

/**
 * Partition keys: 15 bits that name the partition, and on top the membership bit, set for full members
 * (IBTA Vol 1, section 10.9).
 */
public final class PKey
{
    /** The default partition, full member. */
    public static final int DEFAULT = 0xFFFF;

    private static final int FULL_MEMBER = 0x8000;
    private static final int PARTITION_MASK = 0x7FFF;

    private PKey()
    {
    }

    /** Whether it is 16 bits and names a partition: the low 15 are not 0. */
    public static boolean isValid(final int pKey)
    {
        return (pKey & ~DEFAULT) == 0 && (pKey & PARTITION_MASK) != 0;
    }

    /** The key of a full member of the same partition, which everybody there hears. */
    public static int ofFullMember(final int pKey)
    {
        return pKey | FULL_MEMBER;
    }

    /** As people write it: {@code 0xffff}. */
    public static String format(final int pKey)
    {
        return String.format("0x%04x", pKey);
    }

    /**
     * Whether a packet with one key may reach a queue pair with the other: the same partition, not 0, and at least one
     * of the two a full member. Two limited members do not hear each other.
     */
    public static boolean matches(final int a, final int b)
    {
        final int partition = a & PARTITION_MASK;
        return partition != 0 && partition == (b & PARTITION_MASK) && ((a | b) & FULL_MEMBER) != 0;
    }
}
