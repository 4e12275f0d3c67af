package io.roce.nic.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A shell of verbs in a process: {@code vsh} in a guest, or {@link VerbsShell}. Both know the same commands, which
 * {@code captures/lab/guest/vsh.c} lists. For one thread.
 */
final class Shell implements AutoCloseable
{
    /** No command takes so long, however busy the machine is. */
    private static final int PATIENCE_MS = 60_000;

    private static final String END = "";

    /** {@code ibv_qp_state} of verbs.h. */
    private static final List<String> QP_STATES = List.of("RESET", "INIT", "RTR", "RTS", "SQD", "SQE", "ERR");

    private final String name;
    private final Process process;
    private final PrintWriter in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private boolean isInStep = true;

    Shell(final String name, final Process process)
    {
        this.name = name;
        this.process = process;
        in = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8));
        final Thread reader = new Thread(() -> read(process.inputReader(StandardCharsets.UTF_8)), name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Whether each command has had its answer. */
    boolean isUsable()
    {
        return isInStep && process.isAlive();
    }

    /** @throws IllegalStateException the answer is not {@code ok}. */
    Answer call(final String format, final Object... arguments)
    {
        final String command = String.format(format, arguments);
        return required(command, ask(command));
    }

    /**
     * Waits for completions.
     *
     * @throws IllegalStateException fewer have come in a minute.
     */
    List<Completion> poll(final int count)
    {
        return call("poll n=%d ms=%d", count, PATIENCE_MS).completions();
    }

    /** As many completions as there are, at most so many; waits as long for the next one. */
    List<Completion> pollMost(final int count, final int waitMs)
    {
        return ask("poll n=" + count + " ms=" + waitMs).completions();
    }

    /** The state of the queue pair in slot 0; "none" when there is no queue pair. */
    String qpState()
    {
        final Answer answer = ask("query 0");
        return answer.isOk() ? QP_STATES.get((int)answer.number("state")) : "none";
    }

    /** What a process says before it takes commands. */
    void awaitGreeting()
    {
        required("start", answer("start"));
    }

    /** Its queue pairs go with it; returns when it has ended, so that another can take its address. */
    @Override
    public void close()
    {
        in.close();
        try
        {
            if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS))
            {
                process.destroyForcibly();
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private Answer ask(final String command)
    {
        in.println(command);
        in.flush();
        isInStep = false;
        return answer(command);
    }

    private Answer answer(final String command)
    {
        final List<Completion> completions = new ArrayList<>();
        String line = next(command);
        while (line.startsWith("wc "))
        {
            completions.add(new Completion(line));
            line = next(command);
        }
        isInStep = true;
        return new Answer(line, completions);
    }

    private Answer required(final String command, final Answer answer)
    {
        if (!answer.isOk())
        {
            throw new IllegalStateException(
                name + ": " + command + ": " + answer.line() + ' ' + answer.completions());
        }
        return answer;
    }

    private String next(final String command)
    {
        try
        {
            final String line = lines.poll(2 * PATIENCE_MS, TimeUnit.MILLISECONDS);
            if (line == null || line.equals(END))
            {
                throw new IllegalStateException(
                    name + ": " + command + (line == null ? ": no answer: " : ": ended: ") + Lab.log());
            }
            return line;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    private void read(final BufferedReader out)
    {
        try
        {
            for (String line = out.readLine(); line != null; line = out.readLine())
            {
                lines.add(line);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        finally
        {
            lines.add(END);
        }
    }
}
