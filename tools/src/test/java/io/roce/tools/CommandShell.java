package io.roce.tools;

import io.roce.nic.lab.Lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Commands one after the other in one JVM in the lab's network: to start one for each takes longer than what most of
 * them do. For one thread.
 */
public final class CommandShell
{
    private static final String STATUS = "exit status ";
    private static final long END_S = 60;

    private final Lab lab;
    private Process process;
    private PrintWriter in;
    private BufferedReader out;
    private CompletableFuture<Ended> running;

    /** The JVM starts with the first command, and ends with the lab. */
    public CommandShell(final Lab lab)
    {
        this.lab = lab;
    }

    /** How a command ended, and what it printed; what it said on standard error is in the lab's log. */
    public record Ended(int status, String text)
    {
    }

    /** Begins a command; the one before has ended. */
    public void begin(final String... args)
    {
        if (process == null || !process.isAlive())
        {
            process = lab.host().java(CommandShell.class.getName());
            in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
            out = process.inputReader(StandardCharsets.UTF_8);
        }
        in.println(String.join(" ", args));
        running = CompletableFuture.supplyAsync(this::read);
    }

    /** Waits for its end. */
    public Ended end() throws InterruptedException, ExecutionException
    {
        try
        {
            return running.get(END_S, TimeUnit.SECONDS);
        }
        catch (final TimeoutException ex)
        {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            throw new AssertionError("a command does not end: " + Lab.log(), ex);
        }
    }

    private Ended read()
    {
        final StringBuilder text = new StringBuilder();
        try
        {
            for (String line = out.readLine(); line != null; line = out.readLine())
            {
                if (line.startsWith(STATUS))
                {
                    return new Ended(Integer.parseInt(line.substring(STATUS.length())), text.toString());
                }
                text.append(line).append('\n');
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        throw new IllegalStateException("the JVM of the commands has ended: " + text + Lab.log());
    }

    /** Runs the commands that stand in the lines of standard input, their words parted by one blank. */
    public static void main(final String[] args) throws IOException
    {
        final BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        final PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine())
        {
            out.println(STATUS + Roce.run(out, err, line.split(" ")));
        }
        System.exit(0);
    }
}
