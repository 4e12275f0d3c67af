package io.roce.tools;

import io.roce.nic.NicNode;
import io.roce.tools.bench.BenchCommand;
import io.roce.tools.cli.BytePrinter;
import io.roce.tools.cli.CommandGroup;
import io.roce.tools.cli.CommandLines;
import io.roce.tools.connect.ConnectCommand;
import io.roce.tools.decode.DecodeCommand;
import io.roce.tools.demo.DemoCommand;
import io.roce.tools.faults.FaultsCommand;
import io.roce.tools.lint.LintCommand;
import io.roce.tools.node.NodeCommand;
import io.roce.tools.perf.PerfCommand;
import io.roce.tools.pingpong.PingpongCommand;
import io.roce.tools.qp.QpCommand;
import io.roce.tools.record.RecordCommand;
import io.roce.tools.replay.ReplayCommand;
import io.roce.tools.rewrite.RewriteCommand;
import io.roce.tools.send.OpcodesCommand;
import io.roce.tools.send.SendCommand;
import io.roce.tools.sniff.SniffCommand;
import io.roce.tools.stale.StaleCommand;
import io.roce.tools.stats.StatsCommand;
import io.roce.tools.study.StudyCommand;
import io.roce.tools.sweep.SweepCommand;
import io.roce.tools.table.TableCommand;
import io.roce.tools.top.TopCommand;
import io.roce.tools.why.WhyCommand;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command line. */
@Command(
    name = "roce",
    description = "A RoCEv2 network adapter in user space, and the tools around it.",
    versionProvider = Roce.Version.class,
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nEnvironment:%n",
    footer = {
        "  ROCE_TOKEN      token for nodes that ask for one",
        "  ROCE_JAVA_OPTS  options for the JVM",
        "  ROCE_DEBUG      set to anything: failures show their stack trace",
        "",
        "Numbers are decimal or 0x hex, durations have a unit: 500us, 20ms, 2s, 5min, 1h.",
        "Exit status: 0 done, 1 what was asked for did not hold, 2 wrong usage,",
        "             3 a node could not be reached."
    })
final class Roce extends CommandGroup
{
    /** Every command by its name, in the order of the help. */
    static final Map<String, Class<? extends Callable<Integer>>> COMMANDS = new LinkedHashMap<>();

    static
    {
        COMMANDS.put("node", NodeCommand.class);
        COMMANDS.put("qp", QpCommand.class);
        COMMANDS.put("connect", ConnectCommand.class);
        COMMANDS.put("stats", StatsCommand.class);
        COMMANDS.put("top", TopCommand.class);
        COMMANDS.put("table", TableCommand.class);
        COMMANDS.put("why", WhyCommand.class);
        COMMANDS.put("faults", FaultsCommand.class);
        COMMANDS.put("record", RecordCommand.class);
        COMMANDS.put("send", SendCommand.class);
        COMMANDS.put("replay", ReplayCommand.class);
        COMMANDS.put("rewrite", RewriteCommand.class);
        COMMANDS.put("stale", StaleCommand.class);
        COMMANDS.put("sweep", SweepCommand.class);
        COMMANDS.put("pingpong", PingpongCommand.class);
        COMMANDS.put("decode", DecodeCommand.class);
        COMMANDS.put("lint", LintCommand.class);
        COMMANDS.put("sniff", SniffCommand.class);
        COMMANDS.put("opcodes", OpcodesCommand.class);
        COMMANDS.put("perf", PerfCommand.class);
        COMMANDS.put("bench", BenchCommand.class);
        COMMANDS.put("study", StudyCommand.class);
        COMMANDS.put("demo", DemoCommand.class);
    }

    public static void main(final String[] args)
    {
        // Netty would tell the JVM's flight recorder of its first buffer, and loading that holds up the first packet by
        // half a second or more.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        final PrintWriter out = new BytePrinter(new StandardOutput(new FileOutputStream(FileDescriptor.out)));
        final PrintWriter err =
            new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /** Runs one command and answers its exit status; neither stream is closed. */
    static int run(final PrintWriter out, final PrintWriter err, final String... args)
    {
        // What is said is English, and so is how its numbers are written.
        Locale.setDefault(Locale.ROOT);
        final Failures failures = new Failures(System.getenv(Failures.DEBUG_VARIABLE) != null);
        int status;
        try
        {
            status = commandLine(failures, args).setOut(out).setErr(err).execute(args);
        }
        catch (final Throwable t)
        {
            status = failures.report(t, err);
        }
        try
        {
            out.flush();
        }
        catch (final OutputError e)
        {
            status = Math.max(status, failures.report(e, err));
        }
        err.flush();
        return status;
    }

    /** A command's options take a while to be read: of those that are not named, only what the help says of them is. */
    private static CommandLine commandLine(final Failures failures, final String... args)
    {
        final CommandLine root = new CommandLine(new Roce());
        final Class<?> first = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (first != null)
        {
            root.addSubcommand(args[0], new CommandLine(first));
        }
        else
        {
            final List<String> named = List.of(args);
            COMMANDS.forEach(
                (name, type) -> root.addSubcommand(
                    name, named.contains(name) ? new CommandLine(type) : described(type)));
        }
        root.getCommandSpec().addOption(
            OptionSpec.builder("-V", "--version").versionHelp(true).description("Print the version.").build());
        return CommandLines.configure(root)
            .setExecutionExceptionHandler(failures)
            .setParameterExceptionHandler(failures);
    }

    private static CommandSpec described(final Class<?> command)
    {
        final CommandSpec spec = CommandSpec.create();
        spec.usageMessage().description(command.getAnnotation(Command.class).description());
        return spec;
    }

    static final class Version implements IVersionProvider
    {
        @Override
        public String[] getVersion()
        {
            return new String[]{"roce " + NicNode.version() + ", Java " + Runtime.version()};
        }
    }
}
