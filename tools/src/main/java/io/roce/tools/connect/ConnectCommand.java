package io.roce.tools.connect;

import io.roce.nic.qp.QpType;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.qp.AckTimers;
import io.roce.tools.qp.PathMtu;
import io.roce.tools.qp.QpCount;
import io.roce.wire.PKey;
import io.roce.wire.Psn;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code roce connect}. */
@Command(
    name = "connect",
    description = {
        "Create pairs of queue pairs on two nodes, which may be the same, and bring both sides to RTS.",
        "When something is refused on the way, everything that was created is destroyed again."
    })
public final class ConnectCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private TokenOption token;

    @Mixin
    private Output output;

    @Parameters(index = "0", paramLabel = "ADDR[:PORT]", description = "Admin address of the one node.")
    private InetSocketAddress first;

    @Parameters(index = "1", paramLabel = "ADDR[:PORT]", description = "Admin address of the other.")
    private InetSocketAddress second;

    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "1",
        converter = QpCount.class,
        description = "How many pairs, 1 to " + QpCount.MAX + ". Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        defaultValue = "RC",
        description = "RC or UC. Default: ${DEFAULT-VALUE}.")
    private QpType type;

    @Option(
        names = "--path-mtu",
        paramLabel = "BYTES",
        defaultValue = "1024",
        converter = PathMtu.class,
        description = "256, 512, 1024, 2048 or 4096. Default: ${DEFAULT-VALUE}.")
    private int pathMtu;

    @Option(
        names = "--timeout",
        paramLabel = "CODE[,CODE]",
        converter = BothEnds.Timeout.class,
        description = "RC: acknowledgement timeout, 4.096 us times 2 to this power, 0 to 31, 0 for ever; of the " +
            "queue pairs on both nodes, or on the one and the other. Each is told its peer's. Default: 14.")
    private BothEnds timeout;

    @Option(
        names = "--retry-cnt",
        paramLabel = "N[,N]",
        converter = BothEnds.RetryCnt.class,
        description = "RC: retransmissions of what is not answered, 0 to 7; as --timeout. Default: 7.")
    private BothEnds retryCnt;

    @Option(
        names = "--port-num",
        paramLabel = "N[,N]",
        defaultValue = "1",
        converter = BothEnds.PortNum.class,
        description = "Port, for both nodes or for each. Default: ${DEFAULT-VALUE}.")
    private BothEnds portNums;

    @Option(
        names = "--sgid-index",
        paramLabel = "N[,N]",
        defaultValue = "0",
        converter = BothEnds.SgidIndex.class,
        description = "Which address of the port, by its place in the GID table. Default: ${DEFAULT-VALUE}.")
    private BothEnds sgidIndexes;

    @Option(
        names = "--pkey-index",
        paramLabel = "N[,N]",
        defaultValue = "0",
        converter = BothEnds.PKeyIndex.class,
        description = "Which P_Key of the port, by its place in the table. Default: ${DEFAULT-VALUE}.")
    private BothEnds pKeyIndexes;

    @Option(
        names = "--psn",
        paramLabel = "PSN",
        converter = Numbers.Uint24.class,
        description = "What every queue pair starts to send with. By default random numbers.")
    private Integer psn;

    @Option(
        names = "--seed",
        paramLabel = "SEED",
        description = "Makes the random PSNs those of another run with the same seed.")
    private Long seed;

    @Override
    public Integer call()
    {
        if (!type.isConnected())
        {
            throw new ParameterException(
                spec.commandLine(), "--type is RC or UC: a " + type + " queue pair has no peer");
        }
        if (psn != null && seed != null)
        {
            throw new ParameterException(spec.commandLine(), "--psn and --seed exclude each other");
        }
        if (type != QpType.RC && (timeout != null || retryCnt != null))
        {
            throw new ParameterException(
                spec.commandLine(), "--timeout and --retry-cnt are of RC: a " + type + " queue pair has no timers");
        }
        final BothEnds timeouts = timeout == null ? BothEnds.same(AckTimers.DEFAULT.timeout()) : timeout;
        final BothEnds retryCnts = retryCnt == null ? BothEnds.same(AckTimers.DEFAULT.retryCnt()) : retryCnt;
        final Pairs pairs = new Pairs(
            Pairs.Side.of(token.client(first), portNums.a(), sgidIndexes.a(), pKeyIndexes.a())
                .timers(new AckTimers(timeouts.a(), retryCnts.a())),
            Pairs.Side.of(token.client(second), portNums.b(), sgidIndexes.b(), pKeyIndexes.b())
                .timers(new AckTimers(timeouts.b(), retryCnts.b())),
            type,
            pathMtu,
            psns());
        if (!pairs.isOneIpVersion())
        {
            throw new ParameterException(spec.commandLine(), "the nodes are not of the same IP version: " +
                Addresses.format(pairs.a().udp()) + " and " + Addresses.format(pairs.b().udp()));
        }
        if (!pairs.isOnePartition())
        {
            throw new ParameterException(spec.commandLine(), "the nodes would not take each other's packets: " +
                "the P_Keys " + PKey.format(pairs.a().at().pKey()) + " and " + PKey.format(pairs.b().at().pKey()) +
                " do not match");
        }
        pairs.connect(count);
        if (output.isJson())
        {
            output.json(PairsText.json(pairs));
        }
        else
        {
            PairsText.print(pairs, output.out());
        }
        return ExitStatus.DONE;
    }

    private IntSupplier psns()
    {
        if (psn != null)
        {
            return () -> psn;
        }
        final Random random = seed == null ? new SecureRandom() : new Random(seed);
        return () -> random.nextInt(Psn.MASK + 1);
    }
}
