package io.roce.tools.node;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.ShutdownHook;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code roce node}. */
@Command(
    name = "node",
    description = {
        "Run one node until SIGTERM or SIGINT, which end it cleanly with exit status 0.",
        "One line on standard output says that it serves:",
        "  ready udp=127.0.0.1:4791 admin=http://127.0.0.1:4791 link=epoll",
        "with commas between the addresses when data is received at several, and lanes=N when there are several."
    },
    defaultValueProvider = NodeDefaults.class,
    modelTransformer = CacheProfilesHelp.class)
public final class NodeCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions options;

    @Override
    public Integer call() throws InterruptedException
    {
        final PrintWriter err = spec.commandLine().getErr();
        try (NicNode node = OpenNode.open(config(), spec.commandLine()))
        {
            final ShutdownHook onSignal = new ShutdownHook("roce-node-end", () -> end(node, err));
            try
            {
                serve(node);
            }
            finally
            {
                onSignal.close();
            }
        }
        return ExitStatus.DONE;
    }

    /** Returns when standard input is what the node lives by and has ended: a signal ends it by way of the hook. */
    private void serve(final NicNode node) throws InterruptedException
    {
        final PrintWriter out = spec.commandLine().getOut();
        out.println("ready udp=" +
            node.udpAddresses().stream().map(Addresses::format).collect(Collectors.joining(",")) +
            " admin=http://" + Addresses.format(node.adminAddress()) +
            " link=" + OpenNode.linkFigures(node).get(0).kind().label() +
            (node.lanes().count() == 1 ? "" : " lanes=" + node.lanes().count()));
        out.flush();
        final CountDownLatch end = new CountDownLatch(1);
        if (options.isUntilStdinCloses())
        {
            final Thread reader = new Thread(() -> readToEnd(System.in, end), "stdin");
            reader.setDaemon(true);
            reader.start();
        }
        end.await();
    }

    NicNodeConfig config()
    {
        return options.config();
    }

    /** Counts down when there is no more to read; a stream that cannot be read has ended too. */
    private static void readToEnd(final InputStream in, final CountDownLatch end)
    {
        try (OutputStream nowhere = OutputStream.nullOutputStream())
        {
            in.transferTo(nowhere);
        }
        catch (final IOException e)
        {
            // Nobody is at the other end.
            return;
        }
        finally
        {
            end.countDown();
        }
    }

    /** Runs when the JVM was told to end. Halting says 0, where the JVM by itself would say 128 and the signal. */
    private static void end(final NicNode node, final PrintWriter err)
    {
        int status = ExitStatus.DONE;
        try
        {
            node.close();
        }
        catch (final RuntimeException e)
        {
            err.println("roce: the node did not close cleanly: " + e);
            err.flush();
            status = ExitStatus.FAILED;
        }
        Runtime.getRuntime().halt(status);
    }
}
