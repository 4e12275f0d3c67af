package io.roce.tools.bench;

/**
 * What became of a burst at a receiver.
 *
 * @param sent        packets.
 * @param piece       packets that the sender gave the system in one piece.
 * @param received    that came to the receiver.
 * @param asExpected  of those, how many met what they were made for.
 * @param noPlace     of those, how many found no place between two lanes: lost as at a socket that is full.
 * @param kernelDrops what the system says that it dropped there.
 * @param isBalanced  whether the receiver's own account is right.
 */
record BurstAccount(
    long sent, int piece, long received, long asExpected, long noPlace, long kernelDrops, boolean isBalanced)
{
    /** Of a receiver without lanes. */
    BurstAccount(
        final long sent,
        final int piece,
        final long received,
        final long asExpected,
        final long kernelDrops,
        final boolean isBalanced)
    {
        this(sent, piece, received, asExpected, 0, kernelDrops, isBalanced);
    }

    /**
     * Whether all of it is accounted for. A piece that the system leaves together for a receiver is one to it when it
     * drops it.
     */
    boolean isComplete()
    {
        final long missing = sent - received;
        return missing == kernelDrops || missing == kernelDrops * piece;
    }

    /** What is wrong, in a sentence; null when nothing is. */
    String failure(final String receiver, final String expected)
    {
        if (!isBalanced)
        {
            return "the ledger of " + receiver + " does not balance";
        }
        if (asExpected + noPlace != received)
        {
            return receiver + " received " + received + " packets, of which " + asExpected + " and not all met " +
                expected;
        }
        if (!isComplete())
        {
            return receiver + " was sent " + sent + " packets and received " + received + "; the kernel dropped " +
                kernelDrops + (piece == 1 ? "" : ", of up to " + piece + " packets each") +
                ", so that some are unaccounted for";
        }
        return null;
    }
}
