package io.roce.tools.send;

import io.roce.tools.cli.Numbers;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;
import io.roce.wire.packet.WireError;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Which packets are sent: made from values, or given, and which of their values are swept. */
final class PacketOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
        names = "--opcode",
        paramLabel = "NAME|N[,...]|all",
        converter = PacketArguments.Opcodes.class,
        description = "By name, such as RC_SEND_ONLY, or any number to 255: a reserved one is sent with a BTH alone. " +
            "'roce opcodes' lists the names; all is each of them.")
    private SweptValues opcodes;

    @Option(
        names = "--template",
        paramLabel = "FILE:FRAME",
        converter = GivenPackets.Template.Converter.class,
        description = "The packet of that frame of a capture, counted as decode counts them; fields that are given " +
            "take the place of its own.")
    private GivenPackets.Template template;

    @Option(
        names = "--hex",
        paramLabel = "HEX|-",
        description = "A whole packet, BTH to ICRC, as --dry-run prints it; - reads one a line from standard input. " +
            "Fields that are given take the place of its own.")
    private String hex;

    @Option(names = "--append-icrc", description = "The hex ends in front of the ICRC: put one behind it.")
    private boolean isIcrcAppended;

    @ArgGroup(exclusive = true)
    private PayloadOptions payload = new PayloadOptions();

    @Option(
        names = "--icrc",
        paramLabel = "good|bad|keep|0xN",
        defaultValue = "good",
        converter = IcrcChange.Converter.class,
        description = "The right one, one that no IPv4 identification explains, that of the template, of the hex or " +
            "from before the mutation, or this. Default: ${DEFAULT-VALUE}.")
    private IcrcChange icrc;

    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "1",
        converter = Numbers.Count.class,
        description = "How many packets, of each combination where values are swept. Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
        names = "--psn-step",
        paramLabel = "N",
        defaultValue = "1",
        converter = Numbers.Uint24.class,
        description = "How far the PSN of each of these is from the one before; 0 for the same. " +
            "Default: ${DEFAULT-VALUE}.")
    private int psnStep;

    /** What becomes of ICRCs. */
    IcrcChange icrc()
    {
        return icrc;
    }

    /**
     * What is swept, the slowest first.
     *
     * @throws IOException when what is given cannot be read.
     */
    PacketSweep sweep(final RoceDatagram datagram) throws IOException
    {
        final List<Dimension> dimensions = new ArrayList<>();
        final List<Dimension> fields = PacketFieldOptions.given(spec);
        if (template == null && hex == null)
        {
            requireCrafted(fields);
            dimensions.add(new Dimension(Dimension.OPCODE, opcodes));
            dimensions.addAll(fields);
            return new PacketSweep(crafted(), datagram, dimensions, count, psnStep);
        }

        final List<byte[]> packets = given();
        if (opcodes == null && !payload.isGiven())
        {
            dimensions.add(new Dimension(
                Dimension.PACKET, new SweptValues(List.of(new SweptValues.Span(1, packets.size(), 1)))));
            dimensions.addAll(fields);
            return new PacketSweep(new GivenForm(packets, icrc), datagram, dimensions, count, psnStep);
        }
        final PacketForm rebuilt = rebuilt(packets, datagram);
        if (opcodes != null)
        {
            dimensions.add(new Dimension(Dimension.OPCODE, opcodes));
        }
        dimensions.addAll(fields);
        return new PacketSweep(rebuilt, datagram, dimensions, count, psnStep);
    }

    private CraftedForm crafted()
    {
        final RocePacketBuilder builder = new RocePacketBuilder().payload(payload.bytes());
        icrc.applyTo(builder);
        return new CraftedForm(builder);
    }

    private PacketForm rebuilt(final List<byte[]> packets, final RoceDatagram datagram)
    {
        final String option = opcodes == null ? "--payload" : "--opcode";
        if (packets.size() > 1)
        {
            throw refused(option + " goes with one packet: there are " + packets.size());
        }
        new GivenForm(packets, new IcrcChange(null, 0)).build(datagram, 0);
        if (datagram.error() != WireError.NONE)
        {
            throw refused(option + " goes with a well formed packet: this one is " + datagram.error().description());
        }
        final RocePacketBuilder builder = new RocePacketBuilder();
        icrc.applyTo(builder);
        return CraftedForm.like(datagram.packet(), payload.isGiven() ? payload.bytes() : null, builder);
    }

    private List<byte[]> given() throws IOException
    {
        if (template != null && hex != null)
        {
            throw refused("--template and --hex are two packets: give one of them");
        }
        if (isIcrcAppended && hex == null)
        {
            throw refused("--append-icrc goes with --hex");
        }
        try
        {
            if (template != null)
            {
                return List.of(GivenPackets.of(template));
            }
            final List<byte[]> packets = "-".equals(hex) ?
                GivenPackets.lines(System.in) : List.of(new PacketArguments.Hex().convert(hex).bytes());
            return isIcrcAppended ? GivenPackets.withRoomForIcrc(packets) : packets;
        }
        catch (final TypeConversionException e)
        {
            throw refused("Invalid value for option '" + (template == null ? "--hex" : "--template") + "': " +
                e.getMessage());
        }
    }

    private void requireCrafted(final List<Dimension> fields)
    {
        if (isIcrcAppended)
        {
            throw refused("--append-icrc goes with --hex");
        }
        final List<OptionSpec> missing = new ArrayList<>();
        if (opcodes == null)
        {
            missing.add(spec.findOption("--opcode"));
        }
        for (final PacketField field : List.of(PacketField.DEST_QP, PacketField.PSN))
        {
            if (fields.stream().noneMatch(given -> given.option().equals(field.option())))
            {
                missing.add(spec.findOption("--" + field.option()));
            }
        }
        if (!missing.isEmpty())
        {
            throw new MissingParameterException(spec.commandLine(), List.copyOf(missing), "Missing required " +
                (missing.size() == 1 ? "option: " : "options: ") +
                missing.stream()
                    .map(option -> "'" + option.longestName() + '=' + option.paramLabel() + "'")
                    .collect(Collectors.joining(", ")) + "; or give a packet with --template or --hex");
        }
    }

    private ParameterException refused(final String sentence)
    {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
