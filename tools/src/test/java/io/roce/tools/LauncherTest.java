package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.wire.Skip;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root, among sources that are newer than what was built, with a Maven and a Java that tell. */
@Timeout(60)
class LauncherTest
{
    private static final Path LAUNCHER = Path.of(System.getProperty("roce.root"), "roce");

    /** Says what it finds in place of the jar, and makes another where it is told to. */
    private static final String MAVEN = """
        #!/bin/sh
        cat tools/target/roce.jar >> seen
        for argument; do
            case $argument in
                -Droce.jar.name=*) name=${argument#*=} ;;
            esac
        done
        [ -f fails ] && { echo "cannot compile"; exit 1; }
        printf new > "tools/target/${name:-roce}.jar"
        cat tools/target/roce.jar >> seen
        """;

    private static final String JAVA = """
        #!/bin/sh
        [ "$1" = -version ] && { echo 'openjdk version "17.0.1"' >&2; exit 0; }
        for argument; do last=$argument; done
        echo "ran with $last"
        """;

    @TempDir
    private Path root;

    private Path jar;

    @BeforeEach
    void build() throws IOException
    {
        Skip.unless(Files.isExecutable(Path.of("/bin/bash")), "there is no bash");
        script("roce", Files.readString(LAUNCHER));
        script("bin/mvn", MAVEN);
        script("jdk/bin/java", JAVA);
        Files.createDirectories(root.resolve("tools/src/main"));
        Files.createDirectories(root.resolve("captures"));
        Files.writeString(root.resolve("pom.xml"), "");
        Files.writeString(root.resolve("tools/pom.xml"), "");
        Files.createDirectories(root.resolve("tools/target"));
        jar = Files.writeString(root.resolve("tools/target/roce.jar"), "old");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    }

    /** A program that runs from the old file looks it up by its name, as late as when it ends. */
    @Test
    void shouldBuildBesideAndThenTakeThePlaceOfWhatProgramsRunFrom() throws Exception
    {
        final Path running = Files.createLink(root.resolve("running"), jar);

        assertEquals("roce: sources have changed, building\nran with --help\n", launch(0));

        assertEquals("oldold", Files.readString(root.resolve("seen")));
        assertEquals("new", Files.readString(jar));
        assertEquals("old", Files.readString(running), "the file itself is another one");
        assertEquals("ran with --help\n", launch(0), "and is not built again");
    }

    @Test
    void shouldLeaveWhatIsThereWhenTheBuildFails() throws Exception
    {
        final Path fails = Files.writeString(root.resolve("fails"), "");

        assertTrue(launch(1).contains("cannot compile"));
        assertEquals("old", Files.readString(jar));

        Files.delete(fails);
        assertTrue(launch(0).endsWith("ran with --help\n"));
        assertEquals("new", Files.readString(jar));
        assertFalse(Files.exists(root.resolve("tools/target/roce-next.jar")));
    }

    private void script(final String name, final String text) throws IOException
    {
        final Path script = root.resolve(name);
        Files.createDirectories(script.getParent());
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String launch(final int status) throws IOException, InterruptedException
    {
        final ProcessBuilder launcher =
            new ProcessBuilder(root.resolve("roce").toString(), "--help").redirectErrorStream(true);
        launcher.environment().put("PATH", root.resolve("bin") + ":" + System.getenv("PATH"));
        launcher.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        final Process process = launcher.start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(status, process.waitFor(), said);
        return said;
    }
}
