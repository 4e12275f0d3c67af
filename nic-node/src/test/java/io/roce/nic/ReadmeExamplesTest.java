package io.roce.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.junit.JUnitRun;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the README do what it says, as they stand there. */
@Timeout(120)
class ReadmeExamplesTest
{
    private static final Pattern JAVA = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^(?:public final )?class (\\w+)$", Pattern.MULTILINE);

    /** What is typed, and what is printed. */
    private static final Pattern RUN =
        Pattern.compile("^\\$ java (.*) -cp \\S+ (\\w+\\.java)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    private Path directory;

    private String readme;

    /** Source files by the name of their class. */
    private final Map<String, Path> examples = new TreeMap<>();

    @BeforeEach
    void writeExamples() throws IOException
    {
        readme = Files.readString(Path.of(System.getProperty("roce.root"), "README.md"), StandardCharsets.UTF_8);
        final Matcher example = JAVA.matcher(readme);
        while (example.find())
        {
            final String source = example.group(1);
            final Matcher name = CLASS.matcher(source);
            assertTrue(name.find(), source);
            examples.put(name.group(1), Files.writeString(directory.resolve(name.group(1) + ".java"), source));
        }
    }

    @Test
    void shouldCompileWithoutAWarning() throws IOException
    {
        assertEquals(Set.of("Embedded", "MailboxTest"), examples.keySet());
        assertEquals("", compile());
    }

    @Test
    void shouldPrintWhatTheReadmeSays() throws Exception
    {
        final Matcher run = RUN.matcher(readme);
        assertTrue(run.find());
        do
        {
            assertEquals(run.group(3), java(run.group(1).split(" "), run.group(2)));
        }
        while (run.find());
    }

    @Test
    void shouldPassAsATest() throws Exception
    {
        compile();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}))
        {
            final JUnitRun run = new JUnitRun(loader.loadClass("MailboxTest"));
            assertEquals(List.of(), run.failures());
            assertEquals(1, run.succeeded());
        }
    }

    /** What the compiler has to say. */
    private String compile() throws IOException
    {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter out = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null))
        {
            final List<String> options = List.of(
                "--release", "17", "-proc:none", "-Xlint:all,-path,-options",
                "-cp", System.getProperty("java.class.path"), "-d", directory.toString());
            final var sources = files.getJavaFileObjectsFromPaths(examples.values());
            compiler.getTask(out, files, null, options, null, sources).call();
        }
        return out.toString();
    }

    /** What a program in a single file prints. */
    private String java(final String[] options, final String source) throws Exception
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), source));
        final Path errors = directory.resolve("errors.txt");
        final Process process = new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(errors.toFile())
            .start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(errors));
        return output;
    }
}
