package io.roce.tools.adapter;

import io.roce.nic.NicNode;
import io.roce.nic.error.VerbsException;
import io.roce.nic.link.Ports;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.stats.LedgerSnapshot;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.verbs.Verbs;
import io.roce.tools.cli.CommandFailedException;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/**
 * An open adapter. Each verb waits for its answer; one that is refused is a {@link CommandFailedException} that says
 * why. Any thread but the lane's may call.
 */
public final class Adapter implements AutoCloseable
{
    private final NicNode node;
    private final Ports ports;

    Adapter(final NicNode node, final Ports ports)
    {
        this.node = node;
        this.ports = ports;
    }

    /** For verbs that are not here, and many at a time; {@link #answer} waits. */
    public Verbs verbs()
    {
        return node.verbs();
    }

    public NicNode node()
    {
        return node;
    }

    public Ports ports()
    {
        return ports;
    }

    public ProtectionDomain allocPd()
    {
        return answer(verbs().allocPd());
    }

    /**
     * Registers memory.
     *
     * @param memory direct; from its position to its limit.
     * @param access bits of {@link io.roce.nic.memory.AccessFlag}.
     */
    public MemoryRegion regMr(final ProtectionDomain pd, final ByteBuffer memory, final int access)
    {
        return answer(verbs().regMr(pd, new MrInit(memory, access)));
    }

    /** A queue pair in RESET. */
    public Qp createQp(final QpType type, final QpInit init)
    {
        return answer(verbs().createQp(type, init));
    }

    /** What became of the datagrams until now. */
    public LedgerSnapshot ledger()
    {
        return answer(node.lanes().ledger());
    }

    /** Waits for a verb's answer. */
    public static <T> T answer(final CompletableFuture<T> verb)
    {
        try
        {
            return verb.join();
        }
        catch (final CompletionException e)
        {
            if (e.getCause() instanceof VerbsException || e.getCause() instanceof RejectedExecutionException)
            {
                throw new CommandFailedException(e.getCause().getMessage(), e.getCause());
            }
            throw e;
        }
    }

    /** What is under way ends without a word. */
    @Override
    public void close()
    {
        node.close();
    }
}
