package io.roce.tools.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Output;
import io.roce.tools.ledger.NodeAccount;
import io.roce.tools.mapping.Mapping;
import io.roce.tools.mapping.QpnMap;
import io.roce.tools.send.TargetOptions;
import io.roce.tools.send.UdpSink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code roce replay}. */
@Command(
    name = "replay",
    description = {
        "Send the RoCEv2 packets of a capture to a node, in order and at recorded pace, and say what became of them.",
        "The ICRC is made right for the new addresses; one that was wrong in the capture stays wrong, by the same " +
            "bits. Malformed packets are sent as they are; packets that the capture cut cannot be sent.",
        "Whether a recorded ICRC was right cannot be told behind IPv4 options and IPv6 extension headers: such " +
            "packets get a right one, and are counted. A fragment is no datagram, and is not sent.",
        "Exit status 1 when the file ends within a record, no packet was sent, or the node has not received all that " +
            "was sent."
    })
public final class ReplayCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "Capture, pcap or pcapng.")
    private Path file;

    @Mixin
    private TargetOptions target;

    @Mixin
    private Output output;

    @Option(
        names = "--dst",
        paramLabel = "ADDR",
        description = "Send the packets alone that went to this address in the capture; may be repeated.")
    private List<InetAddress> destinations = List.of();

    @Option(
        names = "--map-qp",
        paramLabel = "[ADDR/]A=B",
        converter = Mapping.Converter.class,
        description = "Packets to the queue pair A of the capture go to B; with an address, to A at that address. " +
            "May be repeated, for other queue pairs.")
    private List<Mapping> mappings = List.of();

    @Option(
        names = "--provision",
        description = "Create on the node the queue pairs that the packets name, connected to the source address, " +
            "and map the numbers that are not free there; destroy them at the end. Packets to the QPNs 0, 1 and " +
            "0xffffff are sent as they are.")
    private boolean isProvision;

    @Option(names = "--keep", description = "With --provision: leave the queue pairs on the node.")
    private boolean isKeep;

    @Option(names = "--keep-icrc", description = "Send the recorded ICRCs, right or not.")
    private boolean isKeepIcrc;

    @ArgGroup(exclusive = true)
    private Pace pace = new Pace();

    @Override
    public Integer call() throws IOException
    {
        if (isKeep && !isProvision)
        {
            throw new ParameterException(spec.commandLine(), "--keep goes with --provision");
        }
        if (isProvision && target.admin() == null)
        {
            throw new ParameterException(spec.commandLine(), "--provision needs a node, and --node none is none");
        }

        final QpnMap qpnMap = new QpnMap();
        for (final Mapping mapping : mappings)
        {
            if (mappings.stream().filter(mapping::isRival).count() > 1)
            {
                throw new ParameterException(spec.commandLine(), "--map-qp is given twice for " + mapping.from());
            }
            mapping.putInto(qpnMap);
        }
        final Replay replay = new Replay(file, new HashSet<>(destinations));
        try (UdpSink sink = UdpSink.open(target.source(), target.to()))
        {
            final ReplayRun run = new ReplayRun(
                replay,
                qpnMap,
                new PacketRewriter(sink.from(), target.to(), qpnMap, isKeepIcrc),
                sink,
                sink.from().getAddress(),
                pace.speed());
            final Supplier<NodeAccount> account = () -> target.begin(isProvision);
            final ReplayResult result = isProvision ?
                run.runProvisioned(target.admin(), target.dataAddress(), account, isKeep) : run.run(account);
            final List<String> unused =
                mappings.stream().filter(mapping -> !mapping.isUsed(qpnMap)).map(Mapping::from).toList();
            print(result, unused, sink.from());
            return result.isDone() && result.whyNothingWasSent() == null ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private void print(final ReplayResult result, final List<String> unused, final InetSocketAddress source)
    {
        if (output.isJson())
        {
            output.json(json(result, unused, source));
        }
        else
        {
            ReplayText.print(result, unused, source, target.to(), output.out());
        }
        output.out().flush();
        if (result.whyNothingWasSent() != null)
        {
            output.err().println("roce: " + result.whyNothingWasSent());
        }
        if (result.fault() != null)
        {
            output.err().println("roce: " + result.fault());
        }
    }

    private ObjectNode json(final ReplayResult result, final List<String> unused, final InetSocketAddress source)
    {
        final ObjectNode json = Json.object()
            .put("file", file.toString())
            .put("to", Addresses.format(target.to()))
            .put("from", Addresses.format(source));
        final ArrayNode provisioned = json.putArray("provisioned");
        for (final ProvisionedQp qp : result.provisioned())
        {
            provisioned.addObject()
                .put("recorded_address", Addresses.format(qp.recorded().endpoint().address()))
                .put("recorded_qpn", qp.recorded().endpoint().qpn())
                .put("type", qp.recorded().type().name())
                .put("qpn", qp.qpn());
        }
        final ObjectNode skipped = json.putObject("skipped");
        result.skipped().forEach(skipped::put);
        json.put("icrc_not_judged", result.icrcsNotJudged());
        final ArrayNode unusedMappings = json.putArray("unused_mappings");
        unused.forEach(unusedMappings::add);
        json.setAll(result.outcome().json());
        json.put("fault", result.fault());
        return json;
    }

    private static final class Pace
    {
        @Option(
            names = "--speed",
            paramLabel = "X",
            converter = SpeedConverter.class,
            description = "X times as fast as recorded.")
        private Double speed;

        @Option(names = "--fast", description = "As fast as possible.")
        private boolean isFast;

        double speed()
        {
            return isFast ? Replay.AS_FAST_AS_POSSIBLE : speed == null ? 1 : speed;
        }
    }

    private static final class SpeedConverter implements ITypeConverter<Double>
    {
        @Override
        public Double convert(final String text)
        {
            if (!text.matches("\\d{1,9}(\\.\\d{1,9})?") || Double.parseDouble(text) == 0)
            {
                throw new TypeConversionException("'" + text + "' is not a speed above 0, such as 2 or 0.5");
            }
            return Double.parseDouble(text);
        }
    }
}
