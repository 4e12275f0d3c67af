package io.roce.tools.node;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ShutdownHook;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A node in a process of its own: the same program on the same Java. It is ended when this is closed, and when the
 * process that started it ends before that, however it does: the node lives by the pipe to its standard input.
 */
public final class NodeProcess implements AutoCloseable
{
    /** What a heap may become unless said. */
    public static final int HEAP_MIB = 256;

    private static final String READY = "ready ";
    private static final String MAIN_CLASS = "io.roce.tools.Roce";
    private static final String NO_LINE = "it ended without a word";

    /** A node is ready within a second on an idle machine. */
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 5;

    private final String name;
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final CompletableFuture<String> complaint = new CompletableFuture<>();
    private final ShutdownHook onShutdown = new ShutdownHook("end-node", this::end);
    private Process process;
    private boolean isOver;

    private NodeProcess(final String name)
    {
        this.name = name;
    }

    /**
     * Starts {@code roce node}; returns at once.
     *
     * @param name    what the node is called when it fails.
     * @param options of the command.
     */
    public static NodeProcess start(final String name, final List<String> options) throws IOException
    {
        return start(name, List.of(), HEAP_MIB, options);
    }

    /**
     * Starts {@code roce node}; returns at once.
     *
     * @param prefix  a program and its arguments that become the node when it is put behind them.
     * @param heapMib the most that its heap may become.
     */
    public static NodeProcess start(
        final String name, final List<String> prefix, final int heapMib, final List<String> options) throws IOException
    {
        final List<String> command = new ArrayList<>(prefix);
        command.addAll(javaCommand(heapMib));
        command.add("node");
        command.add("--until-stdin-closes");
        command.addAll(options);
        final NodeProcess node = new NodeProcess(name);
        try
        {
            node.start(command);
            return node;
        }
        catch (final IOException | CommandFailedException e)
        {
            node.close();
            throw e;
        }
    }

    /**
     * Waits, bounded, until the node serves.
     *
     * @return the line in which it says so.
     * @throws CommandFailedException with the node's own sentence when it does not.
     */
    public String awaitReady()
    {
        try
        {
            return ready.get(READY_TIMEOUT_S, TimeUnit.SECONDS);
        }
        catch (final ExecutionException ex)
        {
            throw new CommandFailedException("the node " + name + " did not start: " + complaint(), ex);
        }
        catch (final TimeoutException ex)
        {
            throw new CommandFailedException(
                "the node " + name + " was not ready within " + READY_TIMEOUT_S + " s", ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted while the node " + name + " was starting", ex);
        }
    }

    @Override
    public void close()
    {
        end();
        onShutdown.close();
    }

    /** The hook stands before the process does, so that none is started behind its back. */
    private synchronized void start(final List<String> command) throws IOException
    {
        if (isOver)
        {
            throw new CommandFailedException("the command was ended");
        }
        process = new ProcessBuilder(command).start();
        follow(process.getInputStream(), ready, READY);
        follow(process.getErrorStream(), complaint, "");
    }

    private synchronized void end()
    {
        isOver = true;
        if (process == null)
        {
            return;
        }
        process.destroy();
        try
        {
            if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS))
            {
                process.destroyForcibly().waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS);
            }
        }
        catch (final InterruptedException ex)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String complaint()
    {
        final String line = complaint.exceptionally(end -> NO_LINE).join();
        return line.startsWith("roce: ") ? line.substring("roce: ".length()) : line;
    }

    /** Reads a stream to its end, so that the node never blocks on it; the first line that begins so is the answer. */
    private static void follow(final InputStream stream, final CompletableFuture<String> line, final String prefix)
    {
        final Thread reader = new Thread(() ->
        {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)))
            {
                for (String text = lines.readLine(); text != null; text = lines.readLine())
                {
                    if (text.startsWith(prefix))
                    {
                        line.complete(text);
                    }
                }
                line.completeExceptionally(new IOException(NO_LINE));
            }
            catch (final IOException ex)
            {
                line.completeExceptionally(ex);
            }
        }, "node-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * This Java and this program, started as they were: from the jar, whose manifest opens what must be, or from
     * classes.
     */
    private static List<String> javaCommand(final int heapMib)
    {
        final String classPath = System.getProperty("java.class.path");
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapMib + "m");
        if (classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator))
        {
            command.addAll(List.of("-jar", classPath));
        }
        else
        {
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("--enable-native-access"))
                .forEach(command::add);
            command.addAll(List.of("-cp", classPath, MAIN_CLASS));
        }
        return command;
    }
}
