package io.roce.wire.icrc;

/**
 * Verifies the ICRC of the packet in an {@link Envelope}; where the mode says so, with an IPv4 identification and
 * don't-fragment bit that are not known. IPv6 has no such fields: the ICRC is right or wrong. Not thread-safe: one for
 * each event loop. Allocates nothing.
 */
public final class IcrcVerifier
{
    private final IcrcMode mode;
    private final Icrc icrc = new Icrc();
    private int computed;
    private boolean isExplained;

    /** What was verified last, and by what its identification and don't-fragment would have to differ. */
    private Envelope envelope;
    private int hiddenBits;

    public IcrcVerifier(final IcrcMode mode)
    {
        this.mode = mode;
    }

    /** Verifies a packet that was no segment of several. */
    public IcrcVerdict verify(final Envelope envelope, final int packetLength)
    {
        return verify(envelope, packetLength, 0);
    }

    /**
     * Verifies the packet.
     *
     * @param envelope     identification and don't-fragment as they are known or assumed.
     * @param packetLength BTH to ICRC, at least a BTH and an ICRC.
     * @param segment      another identification, with don't-fragment, that is as good as the envelope's: of datagrams
     *                     that a sender gave its system in one piece, the one at that place has it.
     */
    public IcrcVerdict verify(final Envelope envelope, final int packetLength, final int segment)
    {
        if (this.envelope != envelope)
        {
            this.envelope = envelope;
        }
        isExplained = false;
        if (mode == IcrcMode.OFF)
        {
            return IcrcVerdict.UNCHECKED;
        }

        computed = icrc.compute(envelope, packetLength);
        final int difference = computed ^ Icrc.read(envelope, packetLength);
        if (difference == 0)
        {
            isExplained = true;
            hiddenBits = 0;
            return IcrcVerdict.EXACT;
        }
        if (envelope.isIpv6())
        {
            return IcrcVerdict.MISMATCH;
        }

        hiddenBits = Inference.hiddenBits(difference, packetLength);
        isExplained = Inference.isExplained(hiddenBits);
        if (!isExplained)
        {
            return IcrcVerdict.MISMATCH;
        }
        if (segment != 0 && identification() == segment && isDontFragment())
        {
            return IcrcVerdict.EXACT;
        }
        return isInferenceAllowed() ? IcrcVerdict.INFERRED : IcrcVerdict.MISMATCH;
    }

    /**
     * The ICRC that is right for the last packet with identification and don't-fragment as its envelope has them. Valid
     * after {@link #verify} until the next, unless the mode is {@link IcrcMode#OFF}.
     */
    public int computed()
    {
        return computed;
    }

    /**
     * Whether some identification and don't-fragment bit make the last packet's ICRC right, be they allowed by the mode
     * or not; false when the mode is {@link IcrcMode#OFF}. Valid after {@link #verify} until the next.
     */
    public boolean isExplained()
    {
        return isExplained;
    }

    /**
     * The identification that makes the last packet right; 0 over IPv6. Meaningless unless {@link #isExplained()}, and
     * when its envelope is not what it was.
     */
    public int identification()
    {
        return envelope.identification() ^ Inference.identification(hiddenBits);
    }

    /** The don't-fragment bit that makes the last packet right; otherwise as {@link #identification()}. */
    public boolean isDontFragment()
    {
        return envelope.isDontFragment() ^ Inference.isDontFragmentOther(hiddenBits);
    }

    private boolean isInferenceAllowed()
    {
        return mode == IcrcMode.INFER_ANY || mode == IcrcMode.INFER && isDontFragment();
    }
}
