package io.roce.nic.trace;

import io.roce.nic.memory.KeyVerdict;
import io.roce.nic.memory.MemoryRegion;

import static io.roce.nic.trace.FateReason.SIDE;

/**
 * Why a key was refused, as numbers. e0: {@link KeyVerdict} in the low byte, the access of its region above; e1, e2:
 * address and length of the region. c0: the key in the low half, the access that is needed above; c1, c2: address and
 * length of the access.
 */
public final class KeyReason
{
    private static final int VERDICT_BITS = 8;
    private static final int VERDICT_MASK = (1 << VERDICT_BITS) - 1;

    private KeyReason()
    {
    }

    /**
     * Writes it.
     *
     * @param expectation one of those of keys.
     * @param region      that the key names; null when it names none.
     * @param access      bits of {@link io.roce.nic.memory.AccessFlag} that are needed.
     */
    public static void set(
        final FateReason reason,
        final Expectation expectation,
        final KeyVerdict verdict,
        final MemoryRegion region,
        final int key,
        final int access,
        final long addr,
        final long length)
    {
        reason.set(
            expectation,
            verdict.ordinal() | (region == null ? 0 : region.access()) << VERDICT_BITS,
            region == null ? 0 : region.addr(),
            region == null ? 0 : region.length(),
            Integer.toUnsignedLong(key) | (long)access << Integer.SIZE,
            addr,
            length);
    }

    static String expected(final long[] values)
    {
        return switch (verdict(values))
        {
            case VALID -> "what the region allows";
            case UNKNOWN_KEY -> "the key of a region that is registered";
            case OTHER_PD -> "a region of the queue pair's protection domain";
            case INVALIDATED -> "a key that was not invalidated";
            case OUT_OF_BOUNDS -> "within 0x%x and %d bytes".formatted(values[1], values[2]);
            case NO_PERMISSION -> "at most " + Expectation.flags(values[0] >>> VERDICT_BITS);
        };
    }

    static String expectedToInvalidate(final long[] values)
    {
        return verdict(values) == KeyVerdict.NO_PERMISSION ?
            "a region that was registered as one that can be invalidated" : expected(values);
    }

    static String came(final long[] values)
    {
        final String key = "0x%08x".formatted((int)values[SIDE]);
        final String access = Expectation.flags(values[SIDE] >>> Integer.SIZE);
        return switch (verdict(values))
        {
            case OUT_OF_BOUNDS -> "%s at 0x%x, %d bytes".formatted(key, values[SIDE + 1], values[SIDE + 2]);
            case NO_PERMISSION -> access.equals("none") ? key : key + " for " + access;
            default -> key;
        };
    }

    private static KeyVerdict verdict(final long[] values)
    {
        return KeyVerdict.values()[(int)values[0] & VERDICT_MASK];
    }
}
