package io.roce.tools.pingpong;

import io.roce.nic.qp.QpType;
import io.roce.tools.adapter.Adapter;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.node.TrafficDefaults;

import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A pingpong over one transport service: what is not the same for all is said by those that extend it. */
@Command(sortOptions = false, defaultValueProvider = TrafficDefaults.class)
abstract class ServicePingpong implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private PingpongOptions options;

    @Mixin
    private Output output;

    private final QpType type;

    ServicePingpong(final QpType type)
    {
        this.type = type;
    }

    /** Of a message, in bytes. */
    abstract int size();

    /** Payload bytes of a full packet, at most so many. */
    abstract int pathMtu(int activeMtu);

    /** Code of the acknowledgement timeout; of no meaning but for RC. */
    int qpTimeout()
    {
        return 0;
    }

    @Override
    public Integer call()
    {
        final PingpongPlan plan = plan();
        final InetSocketAddress tcp = options.tcp();
        try (Adapter adapter = options.adapter().open())
        {
            new PingpongRun(plan, adapter, output, new Random()).run(tcp);
        }
        return ExitStatus.DONE;
    }

    private PingpongPlan plan()
    {
        return new PingpongPlan(
            type,
            options.isServer(),
            options.gid(),
            pathMtu(options.adapter().port().activeMtu()),
            qpTimeout(),
            size(),
            options.rxDepth(),
            options.iters(),
            options.isChecked(),
            options.adapter().spin(),
            options.timeout());
    }

    ParameterException refused(final String sentence)
    {
        return new ParameterException(spec.commandLine(), sentence);
    }

    CommandSpec spec()
    {
        return spec;
    }

    /** Bytes of a message, with an optional unit. */
    static final class Size implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return Numbers.parseSize(text, 1, MessageMemory.MAX_SIZE);
        }
    }
}
