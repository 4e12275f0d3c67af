package io.roce.tools.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.QpType;
import io.roce.tools.admin.TokenOption;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.TextTable;
import io.roce.tools.qp.PairSteps;
import io.roce.wire.Psn;
import io.roce.wire.Qpn;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
        converter = Numbers.Count.class,
        description = "How many pairs. Default: ${DEFAULT-VALUE}.")
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
        final Pairs pairs = new Pairs(token.client(first), token.client(second), new PairSteps(type, pathMtu), psns());
        final List<Pairs.Pair> connected = pairs.connect(type, count);
        if (output.isJson())
        {
            output.json(json(pairs, connected));
        }
        else
        {
            print(pairs, connected);
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

    private void print(final Pairs pairs, final List<Pairs.Pair> connected)
    {
        final TextTable table = new TextTable(
            Addresses.format(pairs.a().udp()), "PSN", Addresses.format(pairs.b().udp()), "PSN");
        for (final Pairs.Pair pair : connected)
        {
            table.row(
                Qpn.format(pair.qpnA()), Psn.format(pair.psnA()), Qpn.format(pair.qpnB()), Psn.format(pair.psnB()));
        }
        table.print(output.out());
    }

    private static JsonNode json(final Pairs pairs, final List<Pairs.Pair> connected)
    {
        final ObjectNode all = Json.object();
        final ArrayNode list = all.putArray("pairs");
        for (final Pairs.Pair pair : connected)
        {
            final ObjectNode row = list.addObject();
            row.set("a", side(pairs.a(), pair.qpnA(), pair.psnA()));
            row.set("b", side(pairs.b(), pair.qpnB(), pair.psnB()));
        }
        return all;
    }

    private static ObjectNode side(final Pairs.Side side, final int qpn, final int sqPsn)
    {
        return Json.object()
            .put("node", side.client().url())
            .put("udp", Addresses.format(side.udp()))
            .put("qpn", qpn)
            .put("sq_psn", sqPsn);
    }

    private static final class PathMtu implements ITypeConverter<Integer>
    {
        private static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

        @Override
        public Integer convert(final String text)
        {
            final int mtu = (int)Numbers.parse(text, 256, 4096);
            if (!MTUS.contains(mtu))
            {
                throw new TypeConversionException(text + " is none of 256, 512, 1024, 2048, 4096");
            }
            return mtu;
        }
    }
}
