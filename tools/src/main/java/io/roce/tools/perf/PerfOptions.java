package io.roce.tools.perf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.Durations;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.qp.PathMtu;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How is measured, with the letters of perftest where it has the same. */
final class PerfOptions
{
    private static final int TX_DEPTH = 128;
    private static final int RX_DEPTH = 512;
    private static final int OUTS = 16;
    private static final int QP_TIMEOUT = 16;
    private static final String DURATION = "1s";
    private static final String WARM_UP = "1s";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--bw", description = "Measure bandwidth. Without --bw and --lat both are measured.")
    private boolean isBandwidth;

    @Option(names = "--lat", description = "Measure latency.")
    private boolean isLatency;

    @Option(
        names = {"-c", "--connection"},
        paramLabel = "TYPE",
        description = "Transport service: ${COMPLETION-CANDIDATES}. WRITE goes over RC and UC, SEND over all three, " +
            "READ and atomics over RC. Default: RC.")
    private QpType connection;

    @Option(
        names = {"-s", "--size"},
        paramLabel = "BYTES",
        converter = MessageSize.class,
        description = "Of a message: 64, 64k, 1MiB. Default: 65536 for bandwidth, over UD the MTU; 2 for latency; " +
            "atomics have 8.")
    private Integer size;

    @Option(
        names = {"-a", "--all"},
        description = "All sizes from 2 to 2^23, each twice the one before; over UD up to the MTU.")
    private boolean isAllSizes;

    @Option(
        names = {"-n", "--iters"},
        paramLabel = "N",
        converter = Numbers.Count.class,
        description = "So many messages of each queue pair for each size, however long it takes.")
    private Integer iters;

    @Option(
        names = {"-D", "--duration"},
        paramLabel = "DURATION",
        description = "So long for each size, however many messages go. Default: " + DURATION + ".")
    private Duration duration;

    @Option(
        names = {"-q", "--qp"},
        paramLabel = "N",
        description = "Queue pairs for bandwidth, 1 to 1024; latency is that of one. Default: 1.")
    private Integer qps;

    @Option(
        names = {"-t", "--tx-depth"},
        paramLabel = "N",
        description = "Messages of a queue pair that are on their way at once, for bandwidth; of large ones as many " +
            "as 32 MiB hold. Default: " + TX_DEPTH + ".")
    private Integer txDepth;

    @Option(
        names = {"-r", "--rx-depth"},
        paramLabel = "N",
        description = "Receives of a queue pair that are posted at once, for SEND; for large messages as many as " +
            "32 MiB hold. Default: " + RX_DEPTH + ".")
    private Integer rxDepth;

    @Option(
        names = {"-o", "--outs"},
        paramLabel = "N",
        description = "READs and atomics of a queue pair that are unanswered at once, 1 to 255. Default: " +
            OUTS + ".")
    private Integer outs;

    @Option(
        names = {"-m", "--mtu"},
        paramLabel = "BYTES",
        converter = PathMtu.class,
        description = "Path MTU: 256, 512, 1024, 2048 or 4096. Default: that of the port.")
    private Integer mtu;

    @Option(
        names = {"-I", "--inline-size"},
        paramLabel = "BYTES",
        description = "Messages of up to so many bytes are posted with their data, 0 to 1024; WRITE and SEND. " +
            "Default: 0.")
    private Integer inlineSize;

    @Option(
        names = {"-u", "--qp-timeout"},
        paramLabel = "N",
        description = "Acknowledgement timeout: 4.096 us times 2 to this power, 0 to 31. Default: " +
            QP_TIMEOUT + ".")
    private Integer qpTimeout;

    @Option(
        names = "--warm-up",
        paramLabel = "DURATION",
        description = "So long messages go before the first that are measured, for bandwidth and for latency. " +
            "Default: " + WARM_UP + ".")
    private Duration warmUp;

    @Option(
        names = "--verify",
        description = "Look at what arrives: each message is different, and exit status 1 says that one was wrong. " +
            "The time it takes is in the figures.")
    private boolean isVerified;

    /**
     * The fields of a {@link PlanJson} that were given, and no others.
     *
     * @throws ParameterException when they do not go together.
     */
    ObjectNode asked(final PerfOp op)
    {
        requireOne("--size", size, "--all", isAllSizes ? true : null);
        requireOne("--iters", iters, "--duration", duration);
        final ObjectNode asked = Json.object().put(PlanJson.OP, op.label());
        put(asked, PlanJson.CONNECTION, connection);
        if (isBandwidth || isLatency)
        {
            asked.put(PerfTest.BANDWIDTH.label(), isBandwidth).put(PerfTest.LATENCY.label(), isLatency);
        }
        put(asked, PlanJson.SIZE, size);
        put(asked, PlanJson.ALL, isAllSizes ? true : null);
        put(asked, PlanJson.ITERS, iters);
        put(asked, PlanJson.DURATION, duration);
        put(asked, PlanJson.QP, qps);
        put(asked, PlanJson.TX_DEPTH, txDepth);
        put(asked, PlanJson.RX_DEPTH, rxDepth);
        put(asked, PlanJson.OUTS, outs);
        put(asked, PlanJson.MTU, mtu);
        put(asked, PlanJson.INLINE_SIZE, inlineSize);
        put(asked, PlanJson.QP_TIMEOUT, qpTimeout);
        put(asked, PlanJson.WARM_UP, warmUp);
        put(asked, PlanJson.VERIFY, isVerified ? true : null);
        return asked;
    }

    /**
     * A whole {@link PlanJson}: what was given, and the defaults.
     *
     * @param portMtu of the port that is measured from.
     */
    ObjectNode plan(final PerfOp op, final int portMtu)
    {
        final ObjectNode plan = Json.object()
            .put(PlanJson.CONNECTION, QpType.RC.name())
            .put(PerfTest.BANDWIDTH.label(), true)
            .put(PerfTest.LATENCY.label(), true)
            .put(PlanJson.QP, 1)
            .put(PlanJson.TX_DEPTH, TX_DEPTH)
            .put(PlanJson.RX_DEPTH, RX_DEPTH)
            .put(PlanJson.OUTS, OUTS)
            .put(PlanJson.MTU, portMtu)
            .put(PlanJson.INLINE_SIZE, 0)
            .put(PlanJson.QP_TIMEOUT, QP_TIMEOUT)
            .put(PlanJson.WARM_UP, WARM_UP);
        if (iters == null)
        {
            plan.put(PlanJson.DURATION, DURATION);
        }
        return plan.setAll(asked(op));
    }

    private void requireOne(final String option, final Object value, final String other, final Object otherValue)
    {
        if (value != null && otherValue != null)
        {
            throw new ParameterException(
                command.commandLine(), option + " and " + other + " are mutually exclusive (specify only one)");
        }
    }

    private static void put(final ObjectNode json, final String field, final Object value)
    {
        if (value instanceof final Integer number)
        {
            json.put(field, number);
        }
        else if (value instanceof final Boolean flag)
        {
            json.put(field, flag);
        }
        else if (value instanceof final Duration duration)
        {
            json.put(field, Durations.format(duration.toNanos()));
        }
        else if (value != null)
        {
            json.put(field, value.toString());
        }
    }

    private static final class MessageSize implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return Numbers.parseSize(text, 1, PlanJson.MAX_SIZE);
        }
    }
}
