package io.roce.tools.qp;

import io.roce.tools.cli.CommandGroup;

import picocli.CommandLine.Command;

/** Queue pairs of a node. */
@Command(
    name = "qp",
    description = "Create, modify, show, list or destroy queue pairs of a node.",
    subcommands = {
        QpCreateCommand.class,
        QpModifyCommand.class,
        QpShowCommand.class,
        QpListCommand.class,
        QpDestroyCommand.class,
    },
    commandListHeading = "%nCommands:%n")
public final class QpCommand extends CommandGroup
{
}
