package io.roce.tools.bench;

import io.roce.tools.cli.Addresses;
import io.roce.wire.icrc.Envelope;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;

/** {@code receive.c}. */
final class CReceiver implements Receiver
{
    private static final int LIVE_QPN = 0x11;
    private static final int NO_QPN = 0x800000;
    private static final long PATIENCE_S = 20;

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
        final Burst.Sent sent = sending.send();
        final Map<String, Double> figures = run.awaitFigures(PATIENCE_S);
        final BurstAccount account = new BurstAccount(
            sent.packets(),
            sent.piece(),
            figures.get("n").longValue(),
            figures.get(kind == ReceiveCase.Kind.GOOD ? "ok" : "no_qp").longValue(),
            figures.get("drops").longValue(),
            true);
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
}
