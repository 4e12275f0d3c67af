package io.roce.tools.replay;

import io.roce.tools.mapping.Mapping;
import io.roce.tools.mapping.QpnMap;

import java.util.List;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which queue pairs the packets of a capture go to. */
public final class QueuePairOptions
{
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
        names = "--map-qp",
        paramLabel = "[ADDR/]A=B",
        converter = Mapping.Converter.class,
        description = "Packets to the queue pair A of the capture go to B; with an address, to A at that address. " +
            "May be repeated, for other queue pairs.")
    private List<Mapping> mappings = List.of();

    @Option(
        names = "--provision",
        description = "Create on the nodes the queue pairs that the packets name, connected to where the packets " +
            "leave from, and map the numbers that are not free there; destroy them at the end. Packets to the QPNs " +
            "0, 1 and 0xffffff are sent as they are.")
    private boolean isProvision;

    @Option(names = "--keep", description = "With --provision: leave the queue pairs on the nodes.")
    private boolean isKeep;

    boolean isProvision()
    {
        return isProvision;
    }

    boolean isKeep()
    {
        return isKeep;
    }

    /** The numbers that the user gave; refuses what contradicts itself. */
    QpnMap map()
    {
        if (isKeep && !isProvision)
        {
            throw new ParameterException(command.commandLine(), "--keep goes with --provision");
        }
        final QpnMap qpnMap = new QpnMap();
        for (final Mapping mapping : mappings)
        {
            if (mappings.stream().filter(mapping::isRival).count() > 1)
            {
                throw new ParameterException(command.commandLine(), "--map-qp is given twice for " + mapping.from());
            }
            mapping.putInto(qpnMap);
        }
        return qpnMap;
    }

    /** Queue pairs that the user gave numbers for and no packet went to. */
    List<String> unused(final QpnMap qpnMap)
    {
        return mappings.stream().filter(mapping -> !mapping.isUsed(qpnMap)).map(Mapping::from).toList();
    }
}
