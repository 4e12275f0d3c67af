package io.roce.tools.record;

import io.roce.tools.cli.CommandGroup;

import picocli.CommandLine.Command;

/** The annotated capture of a node. */
@Command(
    name = "record",
    description = {
        "Switch the annotated capture of a node on and off: a pcapng file of what comes and goes, in which each " +
            "packet has a comment that says how it ended and why.",
        "The node must have been started with --record FILE."
    },
    subcommands = {
        RecordOnCommand.class,
        RecordOffCommand.class,
        RecordStatusCommand.class,
    },
    commandListHeading = "%nCommands:%n")
public final class RecordCommand extends CommandGroup
{
}
