package io.roce.tools.bench;

import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/** {@code receive.c}. */
final class CReceiver implements Receiver
{
    private static final int LIVE_QPN = 0x11;
    private static final int NO_QPN = 0x800000;
    private static final long PATIENCE_S = 20;

    /** Longer than the silence that ends a burst. */
    private static final long MORE_S = 2;

    private final boolean isGro;
    private final InetSocketAddress address;
    private final CRun run;

    private CReceiver(final boolean isGro, final InetSocketAddress address, final CRun run)
    {
        this.isGro = isGro;
        this.address = address;
        this.run = run;
    }

    /** @param isGro whether the system leaves datagrams together for it, as it does for link mmsg. */
    static CReceiver start(final Bench bench, final boolean isGro, final InetAddress at, final int qpns)
        throws IOException
    {
        final InetSocketAddress address = new InetSocketAddress(at, Envelope.ROCE_PORT);
        final CRun run = CRun.start(
            bench.programs().built(CProgram.RECEIVE),
            bench.cores().receiver(),
            Addresses.format(at),
            address.getPort(),
            isGro ? 1 : 0,
            LIVE_QPN,
            qpns);
        final CReceiver receiver = new CReceiver(isGro, address, run);
        try
        {
            run.awaitReady(PATIENCE_S);
            return receiver;
        }
        catch (final RuntimeException e)
        {
            receiver.close();
            throw e;
        }
    }

    /** Whether the system leaves datagrams together for it. */
    boolean isGro()
    {
        return isGro;
    }

    @Override
    public String label()
    {
        return isGro ? "C recvmmsg, GRO" : "C recvmmsg";
    }

    @Override
    public InetSocketAddress address()
    {
        return address;
    }

    @Override
    public int firstQpn(final ReceiveCase.Kind kind)
    {
        return kind == ReceiveCase.Kind.GOOD ? LIVE_QPN : NO_QPN;
    }

    @Override
    public Sample measure(final Sending sending, final ReceiveCase.Kind kind) throws IOException
    {
        run.forget();
        final Burst.Sent sent = sending.send();
        final Map<String, Double> figures = new HashMap<>(run.awaitFigures(PATIENCE_S));
        BurstAccount account = account(sent, figures, kind);
        // A sender that the machine held up in the middle makes two bursts of one.
        Map<String, Double> more = account.isComplete() ? null : run.pollFigures(MORE_S);
        while (more != null)
        {
            more.forEach((name, value) -> figures.merge(name, value, Double::sum));
            account = account(sent, figures, kind);
            more = account.isComplete() ? null : run.pollFigures(MORE_S);
        }
        final double cpuNs = figures.get("cpu_ns");
        final Usage usage = new Usage(
            cpuNs, cpuNs, 0, figures.get("calls"), figures.get("switches"), Double.NaN, Double.NaN);
        return new Sample(account, usage, sent);
    }

    @Override
    public void close()
    {
        run.close();
    }

    private static BurstAccount account(
        final Burst.Sent sent, final Map<String, Double> figures, final ReceiveCase.Kind kind)
    {
        return new BurstAccount(
            sent.packets(),
            sent.piece(),
            figures.get("n").longValue(),
            figures.get(kind == ReceiveCase.Kind.GOOD ? "ok" : "no_qp").longValue(),
            figures.get("drops").longValue(),
            true);
    }
}
