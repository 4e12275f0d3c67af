package io.roce.tools.top;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;

/**
 * The tool on a pseudo terminal of the system's, that of {@code script}, and what JLine's terminal in memory makes of
 * what it writes there.
 */
final class PseudoTerminal implements AutoCloseable
{
    private static final long PATIENCE_S = 60;
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private final Path folder;
    private final Process process;
    private final OutputStream keys;
    private final ScreenTerminal screen;
    private final StringBuilder written = new StringBuilder();

    /** @param environment added to that of this process. */
    PseudoTerminal(
        final Path folder,
        final int rows,
        final int columns,
        final Map<String, String> environment,
        final String... args)
        throws IOException
    {
        assumeTrue(Files.isExecutable(SCRIPT), "script of util-linux is not installed");
        this.folder = folder;
        final Path shell = folder.resolve("session");
        Files.writeString(shell, """
            stty rows %d cols %d
            tty > tty
            stty -a > before
            %s 2> err &
            echo $! > pid
            fg > /dev/null
            status=$?
            stty -a > after
            echo $status > status
            """.formatted(rows, columns, command(args)));
        final ProcessBuilder builder =
            new ProcessBuilder(SCRIPT.toString(), "-qec", "exec bash -m session", "/dev/null")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("NO_COLOR");
        builder.environment().putAll(environment);
        process = builder.start();
        keys = process.getOutputStream();
        screen = new ScreenTerminal(columns, rows);
        final Thread reader = new Thread(this::read, "pseudo terminal");
        reader.setDaemon(true);
        reader.start();
    }

    /** Presses keys. */
    void type(final String text) throws IOException
    {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    void resize(final int rows, final int columns) throws IOException, InterruptedException
    {
        screen.setSize(Size.of(columns, rows));
        final Process stty = new ProcessBuilder(
            "stty", "-F", text("tty"), "rows", String.valueOf(rows), "cols", String.valueOf(columns)).start();
        assertTrue(stty.waitFor(PATIENCE_S, TimeUnit.SECONDS));
    }

    void signal(final String name) throws IOException, InterruptedException
    {
        final Process kill = new ProcessBuilder("kill", "-" + name, text("pid")).start();
        assertTrue(kill.waitFor(PATIENCE_S, TimeUnit.SECONDS));
    }

    /** Waits until the screen is so, and answers its rows. */
    List<String> await(final Predicate<List<String>> isSo) throws InterruptedException
    {
        final long start = System.nanoTime();
        List<String> rows = rows();
        while (!isSo.test(rows))
        {
            assertTrue(
                System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_S),
                () -> "it is still\n" + String.join("\n", rows()) + "\n" + err());
            TimeUnit.MILLISECONDS.sleep(20);
            rows = rows();
        }
        return rows;
    }

    List<String> awaitRow(final String part) throws InterruptedException
    {
        return await(rows -> rows.stream().anyMatch(row -> row.contains(part)));
    }

    List<String> rows()
    {
        return screen.toString().lines().map(String::stripTrailing).toList();
    }

    /** Waits for the end of it and of the shell around it, and answers the exit status of the command. */
    int awaitExit() throws InterruptedException, IOException
    {
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), () -> "it goes on\n" + String.join("\n", rows()));
        return Integer.parseInt(text("status"));
    }

    /** Closes the terminal, as a window does. */
    void hangUp() throws InterruptedException
    {
        process.destroyForcibly();
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS));
    }

    ProcessHandle command() throws IOException
    {
        return ProcessHandle.of(Long.parseLong(text("pid"))).orElseThrow();
    }

    /** All that was written to the terminal. */
    String written()
    {
        synchronized (written)
        {
            return written.toString();
        }
    }

    String settingsBefore() throws IOException
    {
        return text("before");
    }

    String settingsAfter() throws IOException
    {
        return text("after");
    }

    String err()
    {
        try
        {
            return text("err");
        }
        catch (final IOException e)
        {
            return e.toString();
        }
    }

    @Override
    public void close()
    {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private String text(final String file) throws IOException
    {
        return Files.readString(folder.resolve(file)).strip();
    }

    private void read()
    {
        try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
        {
            final char[] buffer = new char[4096];
            for (int length = reader.read(buffer); length >= 0; length = reader.read(buffer))
            {
                final String text = new String(buffer, 0, length);
                synchronized (written)
                {
                    written.append(text);
                }
                screen.write(text);
            }
        }
        catch (final IOException e)
        {
            // It was closed: the test is over.
            return;
        }
    }

    private static String command(final String... args)
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--"))
            .forEach(command::add);
        command.addAll(List.of(
            "-XX:TieredStopAtLevel=1",
            "-Droce.terminals=1",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "io.roce.tools.Roce"));
        command.addAll(Arrays.asList(args));
        return command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }
}
