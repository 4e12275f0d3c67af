package io.roce.tools.bench;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ShutdownHook;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A C program that runs. Closing ends it, and so does the end of this process. */
final class CRun implements AutoCloseable
{
    private static final String READY = "ready";
    private static final int MAX_LINES = 1024;
    private static final long END_S = 5;

    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MAX_LINES);
    private final ShutdownHook onShutdown;

    private CRun(final Path program, final List<String> command) throws IOException
    {
        name = String.valueOf(program.getFileName());
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        onShutdown = new ShutdownHook("end-" + name, process::destroyForcibly);
        final Thread reader = new Thread(this::read, name + "-output");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param prefix what pins it to a core. */
    static CRun start(final Path program, final List<String> prefix, final Object... arguments) throws IOException
    {
        final List<String> command = new ArrayList<>(prefix);
        command.add(program.toString());
        for (final Object argument : arguments)
        {
            command.add(String.valueOf(argument));
        }
        return new CRun(program, command);
    }

    /**
     * Runs a program twice: one that waits, and when it does one that asks it.
     *
     * @return what the one that asks has found.
     */
    static Map<String, Double> exchange(
        final Bench bench,
        final CProgram program,
        final List<Object> waiting,
        final List<Object> asking,
        final long seconds) throws IOException
    {
        final Path file = bench.programs().built(program);
        try (CRun one = start(file, bench.cores().receiver(), waiting.toArray()))
        {
            one.awaitReady(seconds);
            try (CRun other = start(file, bench.cores().sender(), asking.toArray()))
            {
                return other.awaitFigures(seconds);
            }
        }
    }

    /** Waits until it says that it listens. */
    void awaitReady(final long seconds)
    {
        final String line = awaitLine(seconds);
        if (!line.equals(READY))
        {
            throw new CommandFailedException(name + ".c: " + line);
        }
    }

    /** The figures of the next line: {@code name=number name=number}. */
    Map<String, Double> awaitFigures(final long seconds)
    {
        return figures(name, awaitLine(seconds));
    }

    /** The same; null when no line comes in that time. */
    Map<String, Double> pollFigures(final long seconds)
    {
        final String line = pollLine(seconds);
        return line == null ? null : figures(name, line);
    }

    /** Forgets what it has said so far. */
    void forget()
    {
        lines.clear();
    }

    @Override
    public void close()
    {
        process.destroy();
        try
        {
            if (!process.waitFor(END_S, TimeUnit.SECONDS))
            {
                process.destroyForcibly();
            }
        }
        catch (final InterruptedException e)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        onShutdown.close();
    }

    /** @throws CommandFailedException with the line when it is something else: what the program complains of. */
    static Map<String, Double> figures(final String name, final String line)
    {
        final Map<String, Double> figures = new HashMap<>();
        for (final String word : line.strip().split(" +"))
        {
            final int equals = word.indexOf('=');
            try
            {
                figures.put(word.substring(0, equals), Double.valueOf(word.substring(equals + 1)));
            }
            catch (final IndexOutOfBoundsException | NumberFormatException e)
            {
                throw new CommandFailedException(name + ".c: " + line, e);
            }
        }
        return figures;
    }

    private String awaitLine(final long seconds)
    {
        final String line = pollLine(seconds);
        if (line == null)
        {
            throw new CommandFailedException(name + ".c said nothing within " + seconds + " s");
        }
        return line;
    }

    private String pollLine(final long seconds)
    {
        try
        {
            return lines.poll(seconds, TimeUnit.SECONDS);
        }
        catch (final InterruptedException e)
        {
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted", e);
        }
    }

    private void read()
    {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8))
        {
            for (String line = reader.readLine(); line != null; line = reader.readLine())
            {
                lines.offer(line);
            }
            lines.offer("it ended without a word");
        }
        catch (final IOException e)
        {
            // It has been ended.
            lines.offer("it was ended");
        }
    }
}
