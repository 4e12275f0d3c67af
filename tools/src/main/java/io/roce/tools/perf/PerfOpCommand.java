package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.link.GidEntry;
import io.roce.nic.link.Port;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.adapter.AdapterOptions;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.cli.ShutdownHook;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One operation of {@code roce perf}, as either end. */
@Command(sortOptions = false, defaultValueProvider = PerfDefaults.class)
abstract class PerfOpCommand implements Callable<Integer>
{
    /** For the help of each operation. */
    static final String USE = "Without ADDR it waits for the other end, with ADDR it is the one that measures.";

    /** Beside those of perftest and of the pingpong programs, which speak another language. */
    private static final String TCP_PORT = "18516";

    /** Time for the figures to be printed when a signal ends the process. */
    private static final long PRINT_S = 5;

    private final PerfOp op;

    @Spec
    private CommandSpec spec;

    @Parameters(
        arity = "0..1",
        paramLabel = "ADDR",
        description = "Where the other end waits.")
    private InetAddress to;

    @Mixin
    private AdapterOptions adapterOptions;

    @Option(
        names = {"-x", "--gid-index"},
        paramLabel = "N",
        defaultValue = "0",
        description = "Index into the GID table of the port. Default: ${DEFAULT-VALUE}.")
    private int gidIndex;

    @Option(
        names = {"-p", "--port"},
        paramLabel = "PORT",
        defaultValue = TCP_PORT,
        converter = TcpPort.class,
        description = "TCP port where one end waits and the other connects. Default: ${DEFAULT-VALUE}.")
    private int tcpPort;

    @Option(names = "--loopback", description = "Be the other end too, with an adapter at ADDR.")
    private boolean isLoopback;

    @Mixin
    private PerfOptions options;

    @Mixin
    private Output output;

    PerfOpCommand(final PerfOp op)
    {
        this.op = op;
    }

    @Override
    public final Integer call()
    {
        if (isLoopback && to == null)
        {
            throw refused("--loopback needs ADDR, the address of the other end");
        }
        final Port port = adapterOptions.port();
        final GidEntry gid = adapterOptions.gid("--gid-index", gidIndex);
        final JsonNode planJson = options.plan(op, port.activeMtu());
        final PerfPlan plan = plan(planJson, port);
        return to == null ? await(port, gid) : measure(plan, planJson, gid);
    }

    private PerfPlan plan(final JsonNode json, final Port port)
    {
        try
        {
            final PerfPlan plan = PlanJson.read(json);
            if (plan.mtu() > port.activeMtu())
            {
                throw refused("--mtu %d is more than the %d of the port".formatted(plan.mtu(), port.activeMtu()));
            }
            return plan;
        }
        catch (final IllegalArgumentException e)
        {
            throw refused(e.getMessage());
        }
    }

    private int await(final Port port, final GidEntry gid)
    {
        final ServedRun run;
        final String peer;
        try (Adapter adapter = adapterOptions.open();
            Listener listener = new Listener(new InetSocketAddress(gid.udp().getAddress(), tcpPort)))
        {
            // With --json standard output is one document.
            final PrintWriter said = output.isJson() ? output.err() : output.out();
            said.println("ready tcp=" + Addresses.format(listener.address()) + " udp=" +
                Addresses.format(gid.udp()) + " link=" + PerfReport.link(adapter).kind().label());
            said.flush();
            try (PeerLine line = listener.accept())
            {
                peer = line.peer();
                run = new WaitingEnd(options.asked(op), adapter, port, gid, line, adapterOptions.spin()).run();
            }
        }
        ServedReport.print(run, peer, output);
        return run.isRight() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /** What was measured is printed in any case: also when the user has ended it, or something else. */
    private int measure(final PerfPlan plan, final JsonNode planJson, final GidEntry gid)
    {
        final AtomicBoolean isStopped = new AtomicBoolean();
        final CountDownLatch printed = new CountDownLatch(1);
        final PerfReport report = new PerfReport(plan, planJson, gid.udp().getAddress(), to);
        final ShutdownHook onSignal = new ShutdownHook("roce-perf-stop", () -> stop(isStopped, printed));
        try
        {
            measure(plan, planJson, gid, isStopped, report);
            report.isComplete(!isStopped.get());
        }
        finally
        {
            report.print(output);
            printed.countDown();
            onSignal.close();
        }
        return report.isRight() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private void measure(
        final PerfPlan plan,
        final JsonNode planJson,
        final GidEntry gid,
        final AtomicBoolean isStopped,
        final PerfReport report)
    {
        try (Adapter adapter = adapterOptions.open();
            Adapter otherAdapter = isLoopback ? adapterOptions.openOther(to) : null;
            LoopbackEnd other = isLoopback ? loopbackEnd(otherAdapter) : null;
            PeerLine line = PeerLine.connect(
                gid.udp().getAddress(), isLoopback ? other.address() : new InetSocketAddress(to, tcpPort));
            PerfProgress progress = new PerfProgress(new ProgressNote(output.err())))
        {
            report.link(PerfReport.link(adapter));
            new MeasuringEnd(plan, adapter, gid, line, adapterOptions.spin(), isStopped, progress)
                .run(planJson, report::add);
        }
    }

    private LoopbackEnd loopbackEnd(final Adapter adapter)
    {
        final Port port = adapter.ports().get(1);
        return new LoopbackEnd(to, line -> new WaitingEnd(
            options.asked(op), adapter, port, port.gids().get(0), line, adapterOptions.spin()).run());
    }

    private static void stop(final AtomicBoolean isStopped, final CountDownLatch printed)
    {
        isStopped.set(true);
        try
        {
            printed.await(PRINT_S, TimeUnit.SECONDS);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
        }
    }

    private ParameterException refused(final String sentence)
    {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private static final class TcpPort implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, 0xFFFF);
        }
    }
}
