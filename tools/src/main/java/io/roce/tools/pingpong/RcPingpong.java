package io.roce.tools.pingpong;

import io.roce.nic.qp.QpAttribute;
import io.roce.nic.qp.QpType;
import io.roce.tools.cli.Numbers;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** {@code roce pingpong rc}. */
@Command(
    name = "rc",
    description = "Messages back and forth over a reliable connection, as ibv_rc_pingpong: with that or with another " +
        "of this.",
    modelTransformer = UnservedOption.Transformer.class)
public final class RcPingpong extends ConnectedPingpong
{
    @Option(
        names = {"-u", "--qp-timeout"},
        paramLabel = "CODE",
        defaultValue = "17",
        converter = QpTimeout.class,
        description = "When what is not acknowledged is sent again, at most 7 times: after 4.096 us times 2 to this " +
            "power, 1 to 31. ibv_rc_pingpong has 14, 67 ms, which is short for a program that has just started. " +
            "Default: ${DEFAULT-VALUE}, 537 ms.")
    private int qpTimeout;

    public RcPingpong()
    {
        super(QpType.RC);
    }

    @Override
    public Integer call()
    {
        UnservedOption.refuse(spec().commandLine());
        return super.call();
    }

    @Override
    int qpTimeout()
    {
        return qpTimeout;
    }

    /** 0 would be for ever. */
    static final class QpTimeout implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, 1, QpAttribute.TIMEOUT.max());
        }
    }
}
