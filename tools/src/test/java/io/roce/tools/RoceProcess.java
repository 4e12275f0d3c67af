package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command in a process of its own, for what one in this process cannot show: signals, and its end. */
public final class RoceProcess implements AutoCloseable
{
    private static final long PATIENCE_S = 60;

    private final Process process;
    private final BufferedReader out;
    private final Path err;

    /** Starts it; what it says on standard error goes to a file in the folder. */
    public RoceProcess(final Path folder, final String... args) throws IOException
    {
        this(folder, List.of(), args);
    }

    /** With options for its JVM. */
    public RoceProcess(final Path folder, final List<String> jvmOptions, final String... args) throws IOException
    {
        this(List.of(), folder, jvmOptions, args);
    }

    /** Behind the words of another command that runs it, such as {@code ip netns exec}. */
    public RoceProcess(
        final List<String> runner, final Path folder, final List<String> jvmOptions, final String... args)
        throws IOException
    {
        final List<String> command = new ArrayList<>(runner);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--"))
            .forEach(command::add);
        command.addAll(jvmOptions);
        command.addAll(List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "io.roce.tools.Roce"));
        command.addAll(List.of(args));
        err = folder.resolve("err");
        process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Reads standard output as far as a line that begins so, and answers the line. */
    public String awaitLine(final String prefix) throws IOException
    {
        for (String line = out.readLine(); line != null; line = out.readLine())
        {
            if (line.startsWith(prefix))
            {
                return line;
            }
        }
        throw new AssertionError("it ended without '" + prefix + "': " + err());
    }

    /** Waits until standard error has that text. */
    public void awaitErr(final String text)
    {
        while (!err().contains(text))
        {
            if (!process.isAlive())
            {
                throw new AssertionError("it ended without '" + text + "': " + err());
            }
            Thread.yield();
        }
    }

    /** All that is left of standard output, to its end. */
    public List<String> rest()
    {
        return out.lines().toList();
    }

    public Process process()
    {
        return process;
    }

    /** Sends a signal by its name, such as INT. */
    public void signal(final String name) throws IOException, InterruptedException
    {
        final Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertTrue(kill.waitFor(PATIENCE_S, TimeUnit.SECONDS));
    }

    public int awaitExit() throws InterruptedException
    {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "it goes on");
        return process.exitValue();
    }

    public String err()
    {
        try
        {
            return Files.readString(err);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException
    {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        // Its addresses are free when it is gone.
        process.destroyForcibly().onExit().join();
        out.close();
    }
}
