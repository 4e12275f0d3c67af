package io.roce.tools.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.stats.Fate;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Json;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.tools.ledger.NodeAccount;
import io.roce.tools.ledger.SendOutcome;
import io.roce.tools.pace.Pacer;
import io.roce.tools.pace.Pause;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.PacketPrinter;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.concurrent.Callable;

import org.agrona.concurrent.SystemNanoClock;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roce send}. */
@Command(
    name = "send",
    description = {
        "Send one crafted packet or many, and say what the node made of them.",
        "Fields that are not given are 0, but for the P_Key, which is the default one; fields of headers that the " +
            "opcode does not have are not sent. Exit status 1 when the node has not received all that was sent."
    },
    modelTransformer = PacketFieldOptions.class,
    sortOptions = false)
public final class SendCommand implements Callable<Integer>
{
    /** The longest UDP payload over IPv4. */
    private static final int MAX_LENGTH = 0xFFFF - Envelope.IPV4_HEADER_LENGTH - Envelope.UDP_HEADER_LENGTH;

    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOptions target;

    @Mixin
    private Output output;

    @Option(
        names = "--opcode",
        required = true,
        paramLabel = "NAME|N",
        converter = PacketArguments.OpcodeValue.class,
        description = "By name, such as RC_SEND_ONLY, or any number to 255: a reserved one is sent with a BTH alone. " +
            "'roce opcodes' lists the names.")
    private int opcode;

    @ArgGroup(exclusive = true)
    private PayloadOptions payload = new PayloadOptions();

    @Option(
        names = "--icrc",
        paramLabel = "good|bad|0xN",
        defaultValue = "good",
        converter = PacketArguments.GivenIcrc.class,
        description = "The right one, one that no IPv4 identification explains, or this. Default: ${DEFAULT-VALUE}.")
    private PacketArguments.GivenIcrc.Value icrc;

    @Option(
        names = "--truncate",
        paramLabel = "N",
        converter = PacketArguments.Length.class,
        description = "Send the packet's first N bytes alone, at most all. Over IPv6 fewer than 12 make some Linux " +
            "kernels panic that serve RoCEv2 themselves.")
    private Integer truncateTo;

    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "1",
        converter = Numbers.Count.class,
        description = "How many packets. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
        names = "--psn-step",
        paramLabel = "N",
        defaultValue = "1",
        converter = Numbers.Uint24.class,
        description = "How far each packet's PSN is from the one before; 0 for the same. Default: ${DEFAULT-VALUE}.")
    private int psnStep;

    @Option(
        names = "--rate",
        paramLabel = "N/s",
        converter = PacketArguments.IntervalNs.class,
        description = "Packets a second; by default as fast as possible.")
    private Double intervalNs;

    @Option(
        names = "--expect",
        paramLabel = "FATE",
        converter = PacketArguments.FateName.class,
        description = "Exit status 1 unless every packet met this fate, such as QPN_UNALLOCATED; a node must answer.")
    private Fate expected;

    @Option(names = "--dry-run", description = "Print the first packet's bytes and send nothing.")
    private boolean isDryRun;

    @Override
    public Integer call() throws IOException
    {
        if (expected != null && (isDryRun || target.admin() == null))
        {
            throw new ParameterException(
                spec.commandLine(), "--expect needs a node to ask: it goes with neither --dry-run nor --node none");
        }
        final RocePacketBuilder builder = builder();
        final RoceDatagram datagram = new RoceDatagram(MAX_LENGTH);
        final Number psn = spec.findOption("--" + PacketField.PSN.option()).getValue();
        final PacketTrain train = new PacketTrain(builder, datagram, psn.intValue(), psnStep);
        final InetSocketAddress to = target.to();
        final InetSocketAddress source = target.source();

        UdpSink.address(datagram.envelope(), source, to);
        checkBuilds(train, builder);
        if (isDryRun)
        {
            printDry(datagram);
            return ExitStatus.DONE;
        }

        try (UdpSink sink = UdpSink.open(source, to))
        {
            UdpSink.address(datagram.envelope(), sink.from(), to);
            if (!sink.isIcrcValid())
            {
                output.err().println("roce: IPv4 identification and don't-fragment cannot be set here, so the ICRC " +
                    "is not right on the wire");
            }
            final NodeAccount account = target.begin(expected != null);
            train.send(
                count,
                intervalNs == null ? PacketTrain.AS_FAST_AS_POSSIBLE : intervalNs,
                sink,
                new Pacer(SystemNanoClock.INSTANCE, Pause.REAL));
            final SendOutcome outcome = account.finish(count);
            print(outcome, sink.from());
            return outcome.isAccountedFor() && (expected == null || outcome.isAll(expected)) ?
                ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private RocePacketBuilder builder()
    {
        final RocePacketBuilder builder = new RocePacketBuilder().opcode(opcode).payload(payload.bytes());
        PacketFieldOptions.apply(spec, builder);
        return builder.icrc(icrc.choice(), icrc.value());
    }

    /** Builds the first packet, and from now on all of them as short as they are to be. */
    private void checkBuilds(final PacketTrain train, final RocePacketBuilder builder)
    {
        try
        {
            final int length = train.build(0);
            if (truncateTo != null && truncateTo > length)
            {
                throw new ParameterException(
                    spec.commandLine(), "--truncate " + truncateTo + ": the whole packet has " + length + " bytes");
            }
            if (truncateTo != null)
            {
                builder.truncateTo(truncateTo);
                train.build(0);
            }
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void printDry(final RoceDatagram datagram)
    {
        final byte[] array = datagram.envelope().array();
        final String hex = HexFormat.of().formatHex(
            array, Envelope.PACKET_OFFSET, Envelope.PACKET_OFFSET + datagram.length());
        if (output.isJson())
        {
            output.json(Json.object()
                .put("to", Addresses.format(target.to()))
                .put("udp_src_port", datagram.envelope().sourcePort())
                .put("length", datagram.length())
                .put("hex", hex));
            return;
        }
        output.out().println(PacketPrinter.line(datagram));
        output.out().println(hex);
        if (datagram.envelope().sourcePort() == 0)
        {
            output.out().println(
                "The UDP source port is any: not known yet, and the ICRC covers it. --from ADDR:PORT says which.");
        }
    }

    private void print(final SendOutcome outcome, final InetSocketAddress source)
    {
        if (output.isJson())
        {
            final ObjectNode json = Json.object()
                .put("to", Addresses.format(target.to()))
                .put("from", Addresses.format(source))
                .setAll(outcome.json());
            if (expected != null)
            {
                json.put("expected", expected.name()).put("as_expected", outcome.isAll(expected));
            }
            output.json(json);
            return;
        }
        output.out().println(outcome.sentence(source, target.to()));
        outcome.lines().forEach(output.out()::println);
        if (expected != null)
        {
            output.out().println("expected " + expected + (outcome.isAll(expected) ? ": so it was" : ": NOT so"));
        }
    }
}
