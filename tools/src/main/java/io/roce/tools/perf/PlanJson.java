package io.roce.tools.perf;

import com.fasterxml.jackson.databind.JsonNode;
import io.roce.nic.link.Port;
import io.roce.nic.qp.QpType;
import io.roce.nic.qpn.DurationText;
import io.roce.nic.work.QpCap;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A plan as JSON: what the end that measures has made of its options, and tells the other. Its fields are called as the
 * options are. Both ends read it here, so both hold it against the same bounds.
 */
final class PlanJson
{
    static final String OP = "op";
    static final String CONNECTION = "connection";
    static final String SIZE = "size";
    static final String ALL = "all";
    static final String ITERS = "iters";
    static final String DURATION = "duration";
    static final String QP = "qp";
    static final String TX_DEPTH = "tx_depth";
    static final String RX_DEPTH = "rx_depth";
    static final String OUTS = "outs";
    static final String MTU = "mtu";
    static final String INLINE_SIZE = "inline_size";
    static final String QP_TIMEOUT = "qp_timeout";
    static final String WARM_UP = "warm_up";
    static final String VERIFY = "verify";

    /** Longest message. */
    static final int MAX_SIZE = 1 << 29;

    private static final int MAX_QPS = 1_024;
    private static final int MAX_OUTS = 255;
    private static final int MAX_TIMEOUT = 31;
    private static final long MAX_DURATION_NS = TimeUnit.HOURS.toNanos(24);

    private final JsonNode json;

    private PlanJson(final JsonNode json)
    {
        this.json = json;
    }

    /**
     * Reads a plan.
     *
     * @param json every field that is named here; of size and all one at the most, of iters and duration one.
     * @throws IllegalArgumentException one sentence that names the option, its value and what it may be.
     */
    static PerfPlan read(final JsonNode json)
    {
        return new PlanJson(json).read();
    }

    /**
     * How a plan differs from what this end was asked for, as one sentence; null when it does not.
     *
     * @param asked some of the fields.
     */
    static String difference(final JsonNode asked, final JsonNode plan)
    {
        final List<String> here = new ArrayList<>();
        final List<String> there = new ArrayList<>();
        for (final Iterator<String> names = asked.fieldNames(); names.hasNext();)
        {
            final String field = names.next();
            if (!asked.get(field).equals(plan.path(field)))
            {
                here.add(written(field, asked.get(field)));
                there.add(written(field, plan.path(field)));
            }
        }
        return here.isEmpty() ? null : "the two ends were asked for different things: the one that waits for " +
            String.join(", ", here) + ", the one that measures for " + String.join(", ", there);
    }

    private static String written(final String field, final JsonNode value)
    {
        if (OP.equals(field))
        {
            return value.asText();
        }
        if (value.isMissingNode() || value.isBoolean() && !value.asBoolean())
        {
            return "no " + option(field);
        }
        return option(field) + (value.isBoolean() ? "" : " " + value.asText());
    }

    private static String option(final String field)
    {
        return "--" + field.replace('_', '-');
    }

    private PerfPlan read()
    {
        final PerfOp op = op();
        final QpType connection = connection(op);
        final int mtu = mtu();
        final long iters = json.has(ITERS) ? number(ITERS, 1, Integer.MAX_VALUE) : 0;
        final PerfPlan plan = new PerfPlan(
            op,
            connection,
            tests(),
            json.has(SIZE) ? size(op, connection, mtu) : 0,
            json.path(ALL).asBoolean(),
            iters,
            iters == 0 ? duration(DURATION, 1) : 0,
            (int)number(QP, 1, MAX_QPS),
            (int)number(TX_DEPTH, 1, QpCap.MAX_WR),
            (int)number(RX_DEPTH, 1, QpCap.MAX_WR),
            (int)number(OUTS, 1, MAX_OUTS),
            mtu,
            (int)number(INLINE_SIZE, 0, op.isFetch() ? 0 : QpCap.MAX_INLINE_DATA),
            (int)number(QP_TIMEOUT, 0, MAX_TIMEOUT),
            duration(WARM_UP, 0),
            json.path(VERIFY).asBoolean());
        if (MessageLayout.regionBytes(plan) > Integer.MAX_VALUE)
        {
            throw new IllegalArgumentException(
                "%s %d with %s %d takes %,d bytes of memory, more than a region can have".formatted(
                    option(QP), plan.qps(), option(SIZE), plan.size(), MessageLayout.regionBytes(plan)));
        }
        return plan;
    }

    private PerfOp op()
    {
        final PerfOp op = PerfOp.find(json.path(OP).asText());
        if (op == null)
        {
            throw new IllegalArgumentException("no such operation: '" + json.path(OP).asText() + "'");
        }
        return op;
    }

    private QpType connection(final PerfOp op)
    {
        final String name = json.path(CONNECTION).asText();
        return op.connections().stream()
            .filter(type -> type.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("%s is %s: %s goes over %s".formatted(
                option(CONNECTION), name, op.title(),
                op.connections().stream().map(QpType::name).collect(Collectors.joining(" or ")))));
    }

    private Set<PerfTest> tests()
    {
        final Set<PerfTest> tests = EnumSet.noneOf(PerfTest.class);
        for (final PerfTest test : PerfTest.values())
        {
            if (json.path(test.label()).asBoolean())
            {
                tests.add(test);
            }
        }
        if (tests.isEmpty())
        {
            throw new IllegalArgumentException("neither bandwidth nor latency is to be measured");
        }
        return tests;
    }

    private int size(final PerfOp op, final QpType connection, final int mtu)
    {
        final int size = (int)number(SIZE, 1, MAX_SIZE);
        if (op.opcode().isAtomic() && size != Long.BYTES)
        {
            throw new IllegalArgumentException("%s is %d, and an atomic has 8 bytes".formatted(option(SIZE), size));
        }
        if (connection == QpType.UD && size > mtu)
        {
            throw new IllegalArgumentException(
                "%s is %d, and a UD message is one packet: at most the MTU, %d".formatted(option(SIZE), size, mtu));
        }
        return size;
    }

    private int mtu()
    {
        final JsonNode mtu = json.path(MTU);
        if (!mtu.isInt() || !Port.MTUS.contains(mtu.intValue()))
        {
            throw new IllegalArgumentException("%s is %s, not one of %s".formatted(
                option(MTU), mtu.asText(), Port.MTUS));
        }
        return mtu.intValue();
    }

    private long number(final String field, final long min, final long max)
    {
        final JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < min || value.asLong() > max)
        {
            throw new IllegalArgumentException("%s is %s, outside %d to %d".formatted(
                option(field), value.asText(), min, max));
        }
        return value.asLong();
    }

    private long duration(final String field, final long minNs)
    {
        final String text = json.path(field).asText();
        final long ns = "0".equals(text) ? 0 : DurationText.parse(text);
        if (ns < minNs || ns > MAX_DURATION_NS)
        {
            throw new IllegalArgumentException("%s is %s, outside %s to %s".formatted(
                option(field), text, minNs == 0 ? "0" : DurationText.format(minNs),
                DurationText.format(MAX_DURATION_NS)));
        }
        return ns;
    }
}
