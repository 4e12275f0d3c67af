package io.roce.nic.junit;

import io.roce.nic.fault.FaultConfig;
import io.roce.nic.fault.FaultRule;
import io.roce.nic.lane.Lane;
import io.roce.nic.lane.Lanes;
import io.roce.nic.link.Addresses;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.stats.Fate;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.verbs.Verbs;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A node of a test, with a protection domain for what the test makes on it. */
public final class TestNode
{
    /** What fault rules draw from that have no seed of their own: the same from one run to the next. */
    private static final long SEED = 1;

    /** Of the machine's time: no verb waits for anything. */
    private static final long VERB_TIMEOUT_S = 20;

    private final InetAddress address;
    private final Verbs verbs;
    private final Lanes lanes;
    private final Runnable closing;
    private final ProtectionDomain pd;

    /** When it was closed; null before. */
    private LedgerSnapshot lastLedger;

    TestNode(final InetAddress address, final Verbs verbs, final Lanes lanes, final Runnable closing)
    {
        this.address = address;
        this.verbs = verbs;
        this.lanes = lanes;
        this.closing = closing;
        pd = done(verbs.allocPd());
    }

    public Verbs verbs()
    {
        return verbs;
    }

    /** For what verbs do not say; of several lanes the first. */
    public Lane lane()
    {
        return lanes.first();
    }

    /** The only one it has, unless the test has given it others. */
    public InetAddress address()
    {
        return address;
    }

    /** What the queue pairs of {@link RoceExtension#connect} and memory of {@link #register} belong to. */
    public ProtectionDomain pd()
    {
        return pd;
    }

    /** Registers direct memory, from position to limit, for all kinds of access. */
    public MemoryRegion register(final ByteBuffer memory)
    {
        return done(verbs.regMr(pd, new MrInit(memory, AccessFlag.ALL)));
    }

    /**
     * Takes these fault rules in place of those there are, as {@code roce faults set} does: {@code "out:drop:nth=3"}.
     *
     * @throws IllegalArgumentException saying what is wrong with a rule.
     */
    public void faults(final String... rules)
    {
        final List<FaultRule> parsed = Arrays.stream(rules).map(FaultRule::parse).toList();
        final FaultConfig config = new FaultConfig(parsed, SEED, FaultConfig.DEFAULT_CAPACITY);
        done(lanes.replaceFaults(config));
    }

    /** The account of every datagram that has come so far. */
    public LedgerSnapshot ledger()
    {
        return lastLedger != null ? lastLedger : done(lanes.ledger());
    }

    /** Takes the node away in the middle of a test. Closing again does nothing. */
    public void close()
    {
        if (lastLedger == null)
        {
            lastLedger = ledger();
            closing.run();
        }
    }

    /** Its address and its ledger. */
    @Override
    public String toString()
    {
        return Addresses.format(address) + " " + ledger();
    }

    /** What a verb answers; its refusal is the cause of a {@link java.util.concurrent.CompletionException}. */
    static <T> T done(final CompletableFuture<T> answer)
    {
        return answer.orTimeout(VERB_TIMEOUT_S, TimeUnit.SECONDS).join();
    }

    /** Whether each datagram has one fate, and none that tells of a defect. */
    boolean isSound()
    {
        return ledger().isBalanced() && ledger().count(Fate.INTERNAL_ERROR) == 0;
    }
}
