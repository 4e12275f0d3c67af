package io.roce.tools.demo;

import io.roce.tools.admin.AdminException;
import io.roce.tools.admin.NodeUnreachableException;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.Output;
import io.roce.tools.cli.ShutdownHook;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roce demo}. */
@Command(
    name = "demo",
    description = {
        "Show what this is: three nodes, each a process; pairs connected between them; recordings of real traffic " +
            "replayed into them; both cases of the stale drill; a burst of packets for every other fate; and each " +
            "node's ledger.",
        "Exit status 0 when every ledger balances and every expected fate was seen. Nothing is left running."
    })
public final class DemoCommand implements Callable<Integer>
{
    private static final Duration SIGNAL_PATIENCE = Duration.ofMillis(300);

    @Spec
    private CommandSpec spec;

    @Mixin
    private Output output;

    @Option(
        names = "--base",
        paramLabel = "ADDR",
        defaultValue = "127.0.0.1",
        description = "Loopback address of the first node; the others have the next three, the last of them two. " +
            "Default: ${DEFAULT-VALUE}.")
    private InetAddress base;

    @Option(
        names = "--captures",
        paramLabel = "DIR",
        description = "Replay the captures in this folder; by default the recordings that come with the program.")
    private Path captures;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter text = output.isJson() ? new PrintWriter(Writer.nullWriter()) : output.out();
        try (Recordings recordings = recordings(); DemoRun run = new DemoRun(addresses(), text))
        {
            final boolean isDone = run(run, recordings);
            if (output.isJson())
            {
                output.json(run.json());
            }
            return isDone ? ExitStatus.DONE : ExitStatus.FAILED;
        }
    }

    private static boolean run(final DemoRun run, final Recordings recordings) throws IOException
    {
        try
        {
            return run.run(recordings.files());
        }
        catch (final AdminException | NodeUnreachableException | CommandFailedException e)
        {
            // Ctrl-C goes to the nodes too, and one may be gone before this process has noticed its own signal.
            ShutdownHook.awaitProcessEnding(SIGNAL_PATIENCE);
            throw e;
        }
    }

    private Recordings recordings() throws IOException
    {
        final Recordings recordings = captures == null ? Recordings.bundled() : Recordings.in(captures);
        if (recordings.files().isEmpty())
        {
            recordings.close();
            throw new CommandFailedException("no captures in " +
                (captures == null ? "the program" : captures) + "; --captures names a folder that has some");
        }
        return recordings;
    }

    private List<InetAddress> addresses() throws UnknownHostException
    {
        final byte[] octets = base.getAddress();
        final int last = octets[octets.length - 1] & 0xFF;
        final List<InetAddress> addresses = new ArrayList<>();
        for (int i = 0; i < DemoRun.ADDRESS_COUNT; i++)
        {
            octets[octets.length - 1] = (byte)(last + i);
            addresses.add(InetAddress.getByAddress(octets));
        }
        if (last + DemoRun.ADDRESS_COUNT > 0xFF || !addresses.stream().allMatch(InetAddress::isLoopbackAddress))
        {
            throw new ParameterException(spec.commandLine(), "--base is a loopback address with three more behind " +
                "it, such as 127.0.0.1: " + Addresses.format(base));
        }
        return addresses;
    }
}
