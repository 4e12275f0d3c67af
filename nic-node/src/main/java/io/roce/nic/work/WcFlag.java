package io.roce.nic.work;

/** What more a completion of a receive says; bit values as of {@code ibv_wc_flags}. */
public enum WcFlag
{
    /** UD: the first 40 bytes of the receive's memory are the network header. Of RC and UC it says nothing. */
    GRH(1),
    /** {@link WorkCompletion#immData} is valid. */
    WITH_IMM(1 << 1),
    /** {@link WorkCompletion#invalidatedRkey} is valid. */
    WITH_INV(1 << 3);

    private final int bit;

    WcFlag(final int bit)
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
