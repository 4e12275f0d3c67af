package io.roce.tools;

import io.roce.nic.NicNode;
import io.roce.tools.bench.BenchCommand;
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
import io.roce.tools.sweep.SweepCommand;
import io.roce.tools.table.TableCommand;
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
import java.util.function.Supplier;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
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
    /**
     * Every command by its name, in the order of the help. A command's options take a while to be read, so only the
     * command that is named is built.
     */
    static final Map<String, Supplier<Callable<Integer>>> COMMANDS = new LinkedHashMap<>();

    static
    {
        COMMANDS.put("node", NodeCommand::new);
        COMMANDS.put("qp", QpCommand::new);
        COMMANDS.put("connect", ConnectCommand::new);
        COMMANDS.put("stats", StatsCommand::new);
        COMMANDS.put("table", TableCommand::new);
        COMMANDS.put("why", WhyCommand::new);
        COMMANDS.put("faults", FaultsCommand::new);
        COMMANDS.put("record", RecordCommand::new);
        COMMANDS.put("send", SendCommand::new);
        COMMANDS.put("replay", ReplayCommand::new);
        COMMANDS.put("rewrite", RewriteCommand::new);
        COMMANDS.put("stale", StaleCommand::new);
        COMMANDS.put("sweep", SweepCommand::new);
        COMMANDS.put("pingpong", PingpongCommand::new);
        COMMANDS.put("decode", DecodeCommand::new);
        COMMANDS.put("lint", LintCommand::new);
        COMMANDS.put("sniff", SniffCommand::new);
        COMMANDS.put("opcodes", OpcodesCommand::new);
        COMMANDS.put("perf", PerfCommand::new);
        COMMANDS.put("bench", BenchCommand::new);
        COMMANDS.put("demo", DemoCommand::new);
    }

    public static void main(final String[] args)
    {
        // Netty would tell the JVM's flight recorder of its first buffer, and loading that holds up the first packet by
        // half a second or more.
        System.getProperties().putIfAbsent("io.netty.jfr.enabled", "false");
        final PrintWriter out = new PrintWriter(
            new StandardOutput(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
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

    private static CommandLine commandLine(final Failures failures, final String... args)
    {
        final CommandLine root = new CommandLine(new Roce());
        final Supplier<Callable<Integer>> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        (named == null ? COMMANDS.values() : List.of(named))
            .forEach(command -> root.addSubcommand(new CommandLine(command.get())));
        root.getCommandSpec().addOption(
            OptionSpec.builder("-V", "--version").versionHelp(true).description("Print the version.").build());
        return CommandLines.configure(root)
            .setExecutionExceptionHandler(failures)
            .setParameterExceptionHandler(failures);
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
