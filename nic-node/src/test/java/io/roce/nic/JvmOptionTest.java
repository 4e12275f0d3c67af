package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that embeds a node is told which option its JVM lacks, and is not left hanging. */
@Timeout(60)
class JvmOptionTest
{
    @Test
    void shouldNameTheOptionThatIsMissing() throws Exception
    {
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp", System.getProperty("java.class.path"),
            Program.class.getName())
            .redirectErrorStream(true)
            .start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(1, process.exitValue(), output);
        assertTrue(
            output.contains("must be started with --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"), output);
    }

    /** Opens a node as any program would. */
    static final class Program
    {
        private Program()
        {
        }

        public static void main(final String[] args) throws Exception
        {
            NicNode.open(new NicNodeConfig()).close();
        }
    }
}
