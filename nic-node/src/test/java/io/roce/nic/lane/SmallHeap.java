package io.roce.nic.lane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Programs in a virtual machine of their own, whose heap is small: they end with an exception when they fail. */
final class SmallHeap
{
    private SmallHeap()
    {
    }

    /** @param options of the virtual machine, such as {@code -Xmx20m}. */
    static void run(final Class<?> program, final List<String> options, final String... args)
        throws IOException, InterruptedException
    {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(args));
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try
        {
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), said);
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    static void expect(final String what, final Object expected, final Object actual)
    {
        if (!Objects.equals(expected, actual))
        {
            throw new IllegalStateException(what + " is " + actual + " and not " + expected);
        }
    }
}
