package io.roce.tools.send;

import io.roce.nic.stats.Fate;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Numbers;
import io.roce.tools.cli.Output;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.RoceDatagram;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

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
            "opcode does not have are not sent. A field takes one value, a range (0x10..0xff), one with a step " +
            "(\"0..0xffffff step 4096\", or 0..0xffffff:4096), a list of these (1,5,10..20), or all; several fields " +
            "multiply. Exit status 1 when the node has not received all that was sent."
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

    @Mixin
    private PacketOptions packetOptions;

    @Option(
        names = "--truncate",
        paramLabel = "N",
        converter = PacketArguments.Length.class,
        description = "Send the packets' first N bytes alone, at most all. Over IPv6 fewer than 12 make some Linux " +
            "kernels panic that serve RoCEv2 themselves.")
    private Integer truncateTo;

    @Mixin
    private MutationOptions mutation;

    @Option(
        names = "--max-packets",
        paramLabel = "N",
        defaultValue = "16777216",
        converter = Numbers.Count.class,
        description = "Refuse to send more than that. Default: ${DEFAULT-VALUE}, every value of 24 bits.")
    private int maxPackets;

    @Option(
        names = "--by",
        paramLabel = "FIELD",
        description = "Which of the swept fields the fates are told by: opcode, packet (of several in hex), or a " +
            "field's option without dashes. It changes slowest. By default the first of them.")
    private String groupBy;

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

    @Option(names = "--dry-run", description = "Print the packets' bytes in hex and send nothing.")
    private boolean isDryRun;

    @Override
    public Integer call() throws IOException
    {
        if (expected != null && (isDryRun || target.admin() == null))
        {
            throw refused("--expect needs a node to ask: it goes with neither --dry-run nor --node none");
        }
        try
        {
            return run(new RoceDatagram(MAX_LENGTH));
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int run(final RoceDatagram datagram) throws IOException
    {
        UdpSink.address(datagram.envelope(), target.source(), target.to());
        final PacketSweep sweep = ordered(packetOptions.sweep(datagram));
        final PacketSeries mutated = mutation.mutated(sweep, datagram, packetOptions.icrc());
        requireBounded(sweep.count(), sweep);
        requireBounded(mutated.count(), sweep);
        final PacketSeries packets = truncated(mutated, datagram);
        final Long seed = mutation.isGiven() ? (Long)mutation.seed() : null;
        if (isDryRun)
        {
            new DryRun(packets, datagram).print(output, target.to(), seed);
            return ExitStatus.DONE;
        }

        try (UdpSink sink = UdpSink.open(target.source(), target.to()))
        {
            UdpSink.address(datagram.envelope(), sink.from(), target.to());
            if (!sink.isIcrcValid())
            {
                output.err().println("roce: IPv4 identification and don't-fragment cannot be set here, so the ICRC " +
                    "is not right on the wire");
            }
            sayHowMany(packets.count(), sweep);
            final List<PacketSweep.Group> groups = mutation.isGiven() ? List.of() : sweep.groups();
            final SendRun run = new SendRun(
                new PacketTrain(packets, datagram),
                intervalNs == null ? PacketTrain.AS_FAST_AS_POSSIBLE : intervalNs,
                sink,
                () -> target.begin(expected != null));
            final SendReport report = run.run(
                packets.count(), groups, groups.isEmpty() ? null : sweep.swept().get(0).label(), seed);
            report.print(output, expected);
            return report.isOk(expected) ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private PacketSweep ordered(final PacketSweep sweep)
    {
        if (groupBy == null)
        {
            return sweep;
        }
        final PacketSweep ordered = sweep.slowest(groupBy);
        if (ordered == null || ordered.swept().isEmpty() || !ordered.swept().get(0).option().equals(groupBy))
        {
            throw refused("--by " + groupBy + " is none of what is swept: " + (sweep.swept().isEmpty() ? "nothing is" :
                String.join(", ", sweep.swept().stream().map(Dimension::option).toList())));
        }
        return ordered;
    }

    private void requireBounded(final long count, final PacketSweep sweep)
    {
        if (count > maxPackets)
        {
            throw refused((sweep.arithmetic().isEmpty() ? "" : sweep.arithmetic() + ": ") + "these are " +
                (count == Long.MAX_VALUE ? "2^63 packets or more" : Numbers.count(count) + " packets") +
                ", more than --max-packets " + Numbers.count(maxPackets));
        }
    }

    /** Cut to as short as they are to be; the first packet tells whether there is something to cut. */
    private PacketSeries truncated(final PacketSeries packets, final RoceDatagram datagram)
    {
        final int length = packets.build(0);
        if (truncateTo == null)
        {
            return packets;
        }
        if (truncateTo > length)
        {
            throw refused("--truncate " + truncateTo + ": the whole packet has " + length + " bytes");
        }
        return new TruncatedPackets(packets, datagram, truncateTo);
    }

    private void sayHowMany(final long count, final PacketSweep sweep)
    {
        if (!output.isJson() && !sweep.swept().isEmpty())
        {
            output.out().println("sending " + Numbers.count(count) + " packets: " +
                (mutation.isGiven() ? "drawn from " : "") + sweep.arithmetic());
            output.out().flush();
        }
    }

    private ParameterException refused(final String sentence)
    {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
