package io.roce.tools.faults;

import io.roce.tools.cli.CommandGroup;

import picocli.CommandLine.Command;

/** Fault rules of a node. */
@Command(
    name = "faults",
    description = "List, set or clear the fault rules of a node: what it drops, delays or corrupts on purpose.",
    subcommands = {
        FaultsListCommand.class,
        FaultsSetCommand.class,
        FaultsClearCommand.class,
    },
    commandListHeading = "%nCommands:%n")
public final class FaultsCommand extends CommandGroup
{
}
