package io.roce.nic.work;

/** What a send work request may be told beside its opcode; bit values as of {@code ibv_send_flags}. */
public enum SendFlag
{
    /** Not sent before all READs and atomics that were posted earlier have been answered. */
    FENCE(1),
    /** A completion is wanted when it succeeds; one comes in any case when it fails. */
    SIGNALED(1 << 1),
    /** The peer's receive completion is one that it waits for. */
    SOLICITED(1 << 2),
    /** The data was copied when the request was posted: see {@link SendWr#inline}. */
    INLINE(1 << 3);

    /** Every flag. */
    public static final int ALL = 0xF;

    private final int bit;

    SendFlag(final int bit)
    {
        this.bit = bit;
    }

    public int bit()
    {
        return bit;
    }

    /** Whether it is among those bits. */
    public boolean isIn(final int flags)
    {
        return (flags & bit) != 0;
    }
}
