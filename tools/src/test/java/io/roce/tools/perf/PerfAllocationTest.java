package io.roce.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.roce.nic.link.Port;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.adapter.AdapterOptions;
import io.roce.tools.cli.CommandLines;
import io.roce.tools.cli.ProgressNote;
import io.roce.tools.node.TrafficDefaults;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the thread that measures allocates does not grow with the messages. */
@Timeout(120)
class PerfAllocationTest
{
    private static final String THERE = "127.96.0.6";
    private static final int FEW = 500;
    private static final int MANY = 3_500;

    /** For a message: an object takes twice as much at least. */
    private static final long ALLOWED = 8;

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private AdapterOptions options;
    private Adapter here;
    private Adapter there;

    @BeforeEach
    void open() throws IOException
    {
        final Tool tool = new Tool();
        CommandLines.configure(new CommandLine(tool)).parseArgs("--bind", "127.96.0.5");
        options = tool.options;
        here = options.open();
        there = options.openOther(InetAddress.getByName(THERE));
    }

    @AfterEach
    void close()
    {
        here.close();
        there.close();
    }

    @ParameterizedTest
    @CsvSource({
        "write, RC, true", "read, RC, true", "send, UD, true", "atomic, RC, true",
        "write, RC, false", "send, RC, false", "read, RC, false"
    })
    void shouldAllocateNothingForAMessage(final String op, final String connection, final boolean isBandwidth)
        throws IOException
    {
        allocated(op, connection, isBandwidth, FEW);
        final long forMany = allocated(op, connection, isBandwidth, MANY);
        // Later: the sockets that each run leaves to the next make it dearer to ask for drops of the kernel.
        final long forFew = allocated(op, connection, isBandwidth, FEW);
        assertTrue(forMany - forFew < (MANY - FEW) * ALLOWED, () -> forMany - forFew + " bytes");
    }

    /** Bytes that this thread allocates in a run of so many messages. */
    private long allocated(final String op, final String connection, final boolean isBandwidth, final int messages)
        throws IOException
    {
        final ObjectNode json = PlanJsonTest.plan(
            ("'op': '%s', 'connection': '%s', 'bw': %s, 'lat': %s, 'iters': %d, 'verify': true, 'warm_up': '0', " +
                "'size': 8, 'qp_timeout': 19, 'qp': 2").formatted(
                op, connection, isBandwidth, !isBandwidth, messages));
        final PerfPlan plan = PlanJson.read(json);
        final Port port = there.ports().get(1);
        final List<PhaseResult> results = new ArrayList<>();
        final PerfProgress progress = new PerfProgress(new ProgressNote(new PrintWriter(new StringWriter())));
        try (LoopbackEnd other = new LoopbackEnd(InetAddress.getByName(THERE), line -> new WaitingEnd(
                json, there, port, port.gids().get(0), line, options.spin()).run());
            PeerLine line = PeerLine.connect(InetAddress.getByName("127.96.0.5"), other.address()))
        {
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            new MeasuringEnd(
                plan, here, options.gid("-x", 0), line, options.spin(), new AtomicBoolean(), progress)
                .run(json, results::add);
            final long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            assertEquals(messages * plan.qps(results.get(0).phase().test()), results.get(0).measured().count());
            return after - before;
        }
        finally
        {
            progress.close();
        }
    }

    /** A command that is an adapter. */
    @Command(name = "tool", defaultValueProvider = TrafficDefaults.class)
    private static final class Tool
    {
        @Mixin
        private AdapterOptions options;
    }
}
