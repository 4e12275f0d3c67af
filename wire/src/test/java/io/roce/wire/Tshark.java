package io.roce.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another program's reading of a capture file, where that program is installed. */
public final class Tshark
{
    private static final long TIMEOUT_SECONDS = 120;

    private Tshark()
    {
    }

    /** Skips the test where there is no tshark. */
    public static void require() throws InterruptedException
    {
        boolean isInstalled;
        try
        {
            isInstalled = 0 == run(List.of("tshark", "--version"), ProcessBuilder.Redirect.DISCARD);
        }
        catch (final IOException ex)
        {
            isInstalled = false;
        }

        Skip.unless(isInstalled, "tshark is not installed");
    }

    /** Of each frame the fields asked for, in that order; fails when tshark finds fault with the file. */
    public static List<String[]> fields(final Path file, final String... fields)
        throws IOException, InterruptedException
    {
        final List<String[]> rows = new ArrayList<>();
        final int exitStatus = read(file, rows, fields);
        if (exitStatus != 0)
        {
            throw new IllegalStateException("tshark ended with " + exitStatus + " for " + file);
        }

        return rows;
    }

    /** The same of a file that may end within a frame: those before it. */
    public static List<String[]> fieldsOfCutFile(final Path file, final String... fields)
        throws IOException, InterruptedException
    {
        final List<String[]> rows = new ArrayList<>();
        read(file, rows, fields);
        return rows;
    }

    private static int read(final Path file, final List<String[]> rows, final String... fields)
        throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(
            List.of("tshark", "-n", "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
                "-r", file.toString(), "-T", "fields", "-E", "occurrence=f"));
        for (final String field : fields)
        {
            command.addAll(List.of("-e", field));
        }

        final Path out = Files.createTempFile("tshark", ".txt");
        try
        {
            final int exitStatus = run(command, ProcessBuilder.Redirect.to(out.toFile()));
            for (final String line : Files.readAllLines(out, StandardCharsets.UTF_8))
            {
                rows.add(line.split("\t", -1));
            }

            return exitStatus;
        }
        finally
        {
            Files.delete(out);
        }
    }

    private static int run(final List<String> command, final ProcessBuilder.Redirect out)
        throws IOException, InterruptedException
    {
        final Process process = new ProcessBuilder(command)
            .redirectOutput(out)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
            throw new IllegalStateException(command + " has not ended");
        }

        return process.exitValue();
    }
}
