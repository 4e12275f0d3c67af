package io.roce.tools.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** How every command reads its arguments and shows its help. */
public final class CommandLines
{
    private CommandLines()
    {
    }

    /** Gives it, and the commands below it, the converters of the command line and {@code --help}. */
    public static CommandLine configure(final CommandLine command)
    {
        addHelp(command);
        return command
            .registerConverter(InetSocketAddress.class, Addresses::parseRemote)
            .registerConverter(InetAddress.class, Addresses::parseHost)
            .registerConverter(Duration.class, Durations::parse)
            .registerConverter(Path.class, CommandLines::path)
            .registerConverter(int.class, CommandLines::integer)
            .registerConverter(Integer.class, CommandLines::integer)
            .registerConverter(long.class, text -> Numbers.parse(text, Long.MIN_VALUE, Long.MAX_VALUE))
            .registerConverter(Long.class, text -> Numbers.parse(text, Long.MIN_VALUE, Long.MAX_VALUE))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(HelpText.width());
    }

    private static int integer(final String text)
    {
        return (int)Numbers.parse(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static Path path(final String text)
    {
        if (text.isBlank())
        {
            throw new TypeConversionException("'" + text + "' names no file");
        }
        return Path.of(text);
    }

    private static void addHelp(final CommandLine command)
    {
        final CommandSpec spec = command.getCommandSpec();
        if (spec.findOption("--help") == null)
        {
            spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("Print this help.").build());
        }
        command.getSubcommands().values().forEach(CommandLines::addHelp);
    }
}
