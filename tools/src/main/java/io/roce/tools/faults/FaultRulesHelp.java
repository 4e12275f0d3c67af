package io.roce.tools.faults;

import io.roce.nic.fault.FaultAction;
import io.roce.nic.fault.FaultArgument;
import io.roce.nic.fault.FaultDirection;
import io.roce.tools.cli.HelpText;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** What a fault rule is made of, below the options, made from {@link FaultDirection} and {@link FaultAction}. */
final class FaultRulesHelp implements IModelTransformer
{
    private static final List<String> SELECTION = List.of(
        "Selection, terms joined by commas; all must hold, and without any all are meant:",
        "  5%                      so many of them, drawn; seed=7: always the same",
        "  kind=request            or response",
        "  opcode=RC_SEND_ONLY     by name, see roce opcodes",
        "  dest-qp=0x12, psn=0x10  of the BTH",
        "  pass=1                  the first time that this PSN comes, 2 for the second",
        "  skip=2, count=3         not the first 2 of what is left, and 3 behind them",
        "  nth=3                   the third of what is left alone",
        "Examples: in:drop:5%  out:drop:dest-qp=0x12,nth=3  in:delay=2ms",
        "  out:corrupt=20.3:psn=0x10,pass=1");

    @Override
    public CommandSpec transform(final CommandSpec spec)
    {
        final List<String> lines = new ArrayList<>();
        for (final FaultDirection direction : FaultDirection.values())
        {
            HelpText.footer("  %-14s".formatted(direction.label()), direction.description()).forEach(lines::add);
        }
        lines.add("Actions:");
        for (final FaultAction action : FaultAction.values())
        {
            HelpText.footer("  %-14s".formatted(action.label()), action.description()).forEach(lines::add);
            if (action.argument() != FaultArgument.NONE)
            {
                HelpText.footer("    %-12s".formatted("=VALUE"), action.argument().form()).forEach(lines::add);
            }
        }
        spec.usageMessage()
            .footerHeading("%nDirections:%n")
            .footer(Stream.concat(lines.stream(), SELECTION.stream().map(line -> line.replace("%", "%%")))
                .toArray(String[]::new));
        return spec;
    }
}
