package io.roce.nic.stats;

/**
 * The account of every datagram: {@code received + injected == sum of all fates + held}, at every moment at which the
 * lane's thread can look. Nothing else counts fates. What is received and decided by different lanes is handed over:
 * {@code received + injected + takenOver == sum of all fates + held + handedOver}. Lane thread only.
 */
public final class Ledger
{
    private final long[] counts = new long[Fate.values().length];
    private long received;
    private long injected;
    private long held;
    private long icrcExact;
    private long icrcInferred;
    private long handedOver;
    private long takenOver;

    /** A datagram came from the link. Its fate is to follow before the next one comes. */
    public void onReceived()
    {
        received++;
    }

    /** A fault rule has added a copy of a datagram. Its fate is to follow. */
    public void onInjected()
    {
        injected++;
    }

    /** A datagram is kept back. It is released before it ends. */
    public void onHeld()
    {
        held++;
    }

    /** A datagram is not kept back any more. Its fate is to follow, or it is held again. */
    public void onReleased()
    {
        held--;
    }

    /** A datagram that was received goes to another lane, and has its fate there. */
    public void onHandedOver()
    {
        handedOver++;
    }

    /** A datagram that another lane received has come here. Its fate is to follow. */
    public void onTakenOver()
    {
        takenOver++;
    }

    /** The datagram has ended. */
    public void count(final Fate fate)
    {
        counts[fate.ordinal()]++;
    }

    /** An ICRC was right for the header as assumed. */
    public void onIcrcExact()
    {
        icrcExact++;
    }

    /** An ICRC was right for an inferred identification. */
    public void onIcrcInferred()
    {
        icrcInferred++;
    }

    /** A copy for other threads. */
    public LedgerSnapshot snapshot()
    {
        return new LedgerSnapshot(
            received, injected, held, counts.clone(), icrcExact, icrcInferred, handedOver, takenOver);
    }
}
