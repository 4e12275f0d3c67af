package io.roce.wire.icrc;

/**
 * Verifies the ICRC of the packet in an {@link Envelope}. Not thread-safe: one for each event loop.
 */
public final class IcrcVerifier
{
    private final IcrcMode mode;
    private final Icrc icrc = new Icrc();

    public IcrcVerifier(final IcrcMode mode)
    {
        this.mode = mode;
    }

    public IcrcMode mode()
    {
        return mode;
    }

    /**
     * Verifies the packet.
     *
     * @param envelope     identification and don't-fragment as they are known or assumed.
     * @param packetLength BTH to ICRC.
     */
    public IcrcVerdict verify(final Envelope envelope, final int packetLength)
    {
        if (mode == IcrcMode.OFF)
        {
            return IcrcVerdict.UNCHECKED;
        }
        final int difference = icrc.compute(envelope, packetLength) ^ Icrc.read(envelope, packetLength);
        return difference == 0 ? IcrcVerdict.EXACT : IcrcVerdict.MISMATCH;
    }

    /**
     * Whether some identification and don't-fragment bit would make the last packet's ICRC right, be they allowed by the
     * mode or not. Valid after {@link #verify} until the next.
     */
    public boolean isExplained()
    {
        return false;
    }

    /** The identification that makes the last packet right, when {@link #isExplained()}. */
    public int identification()
    {
        return 0;
    }

    /** The don't-fragment bit that makes the last packet right, when {@link #isExplained()}. */
    public boolean isDontFragment()
    {
        return false;
    }
}
