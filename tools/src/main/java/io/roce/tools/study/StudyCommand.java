package io.roce.tools.study;

import io.roce.tools.cli.CommandGroup;
import io.roce.tools.levels.TableStudyCommand;
import io.roce.tools.misses.CacheCommand;
import io.roce.tools.reuse.QuarantineCommand;

import picocli.CommandLine.Command;

/** Questions of design. */
@Command(
    name = "study",
    description = {
        "Answer questions of design with figures: how long to hold numbers back, how large a cache of contexts, " +
        "which " +
            "table. Each study runs the parts of a node in memory, and leaves a folder with a report that stands " +
            "alone, plots as SVG and figures as CSV.",
        "No node is needed, and nothing is sent."
    },
    subcommands = {
        QuarantineCommand.class,
        CacheCommand.class,
        TableStudyCommand.class,
    },
    commandListHeading = "%nCommands:%n")
public final class StudyCommand extends CommandGroup
{
}
