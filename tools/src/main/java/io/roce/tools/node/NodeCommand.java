package io.roce.tools.node;

import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.LinkFigures;
import io.roce.tools.cli.Addresses;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ExitStatus;
import io.roce.tools.cli.ShutdownHook;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.Inet4Address;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roce node}. */
@Command(
    name = "node",
    description = {
        "Run one node until SIGTERM or SIGINT, which end it cleanly with exit status 0.",
        "One line on standard output says that it serves:",
        "  ready udp=127.0.0.1:4791 admin=http://127.0.0.1:4791 link=epoll",
        "with commas between the addresses when data is received at several."
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
    public Integer call() throws InterruptedException, ExecutionException
    {
        final PrintWriter err = spec.commandLine().getErr();
        final NicNodeConfig config = config();
        try (NicNode node = open(config))
        {
            final ShutdownHook onSignal = new ShutdownHook("roce-node-end", () -> end(node, err));
            try
            {
                serve(node, config);
            }
            finally
            {
                onSignal.close();
            }
        }
        return ExitStatus.DONE;
    }

    /** Returns when standard input is what the node lives by and has ended: a signal ends it by way of the hook. */
    private void serve(final NicNode node, final NicNodeConfig config) throws InterruptedException, ExecutionException
    {
        final PrintWriter out = spec.commandLine().getOut();
        final List<LinkFigures> links = node.lane().submit(() -> node.lane().linkFigures()).get();
        notices(config, links, spec.commandLine().getErr());
        out.println("ready udp=" +
            node.udpAddresses().stream().map(Addresses::format).collect(Collectors.joining(",")) +
            " admin=http://" + Addresses.format(node.adminAddress()) +
            " link=" + links.get(0).kind().label());
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

    private NicNode open(final NicNodeConfig config)
    {
        try
        {
            return NicNode.open(config);
        }
        catch (final IllegalArgumentException e)
        {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        catch (final IOException e)
        {
            throw new CommandFailedException("the node cannot start: " + e.getMessage(), e);
        }
    }

    /** What differs from what was asked for, or from what other nodes do. */
    static void notices(final NicNodeConfig config, final List<LinkFigures> links, final PrintWriter err)
    {
        if (links.stream().anyMatch(
            link -> !link.isIdentificationZero() && link.udp().getAddress() instanceof Inet4Address))
        {
            err.println("notice: the ICRC of what this node sends over IPv4 is not valid on the wire: with link " +
                links.get(0).kind().label() + " the don't-fragment bit cannot be set here");
        }
        final int receiveBufferBytes = links.stream().mapToInt(LinkFigures::receiveBufferBytes).min().orElseThrow();
        if (receiveBufferBytes < config.receiveBufferBytes())
        {
            err.println("notice: the system gave a receive buffer of " + receiveBufferBytes + " bytes, not " +
                config.receiveBufferBytes() + "; net.core.rmem_max bounds it on Linux");
        }
        err.flush();
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
