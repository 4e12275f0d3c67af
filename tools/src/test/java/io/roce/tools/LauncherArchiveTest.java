package io.roce.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's archive of classes, in a checkout that holds the launcher, a jar and a capture. */
final class LauncherArchiveTest
{
    private static final Path ROOT = Path.of(System.getProperty("roce.root"));
    private static final String RPING = "captures/rping_v4.pcap";
    private static final long PATIENCE_S = 300;
    private static final String VERSION =
        "roce " + io.roce.nic.NicNode.version() + ", Java " + Runtime.version() + "\n";

    @TempDir
    private static Path shared;

    private static Path jarOfAll;

    @TempDir
    private Path checkout;

    private Path jar;

    @BeforeAll
    static void packAll() throws IOException
    {
        jarOfAll = shared.resolve("roce.jar");
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "io.roce.tools.Roce");
        manifest.getMainAttributes().put(new Attributes.Name("Add-Opens"), "java.base/jdk.internal.misc");
        final String classPath =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        final Set<String> packed = new HashSet<>(Set.of(JarFile.MANIFEST_NAME));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jarOfAll), manifest))
        {
            out.setLevel(Deflater.BEST_SPEED);
            for (final String entry : classPath.split(File.pathSeparator))
            {
                pack(Path.of(entry), packed, out);
            }
        }
    }

    @BeforeEach
    void layOut() throws IOException
    {
        Files.copy(ROOT.resolve("roce"), checkout.resolve("roce"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(checkout.resolve("captures"));
        Files.copy(ROOT.resolve(RPING), checkout.resolve(RPING));
        jar = Files.createDirectories(checkout.resolve("tools/target")).resolve("roce.jar");
        Files.copy(jarOfAll, jar);
        setAges();
    }

    @Test
    void shouldStartFromAnArchiveOfThisJarAndNoOther() throws IOException, InterruptedException
    {
        assertEquals(VERSION, run(Map.of(), "--version"));
        final Path archive = archive("target");

        final String classes = run(Map.of("ROCE_JAVA_OPTS", "-Xlog:class+load"), "decode", RPING);
        for (final String name : new String[]{"picocli.CommandLine", "io.roce.tools.decode.DecodeCommand"})
        {
            assertTrue(classes.contains(" " + name + " source: shared objects file"), classes);
        }
        assertEquals(archive, archive("target"));

        Files.setLastModifiedTime(archive, secondsAgo(60));
        Files.setLastModifiedTime(jar, secondsAgo(30));
        assertEquals(VERSION, run(Map.of(), "--version"));
        assertNotEquals(archive, archive("target"));
    }

    @Test
    void shouldDoWithoutOneThatIsDamaged() throws IOException, InterruptedException
    {
        run(Map.of(), "--version");
        final Path archive = archive("target");
        final byte[] whole = Files.readAllBytes(archive);
        for (final int length : new int[]{1, 4096, 1_000_000})
        {
            Files.delete(archive);
            Files.write(archive, Arrays.copyOf(whole, length));
            assertEquals(VERSION, run(Map.of(), "--version"), length + " bytes of it");

            Files.write(archive, new byte[length]);
            assertEquals(VERSION, run(Map.of(), "--version"), length + " zeros");
        }
    }

    @Test
    void shouldKeepItInTheCacheOfTheUserWhenTheCheckoutHasNoRoom() throws IOException, InterruptedException
    {
        Files.createFile(checkout.resolve("target"));

        assertEquals(VERSION, run(Map.of("XDG_CACHE_HOME", checkout.resolve("cache").toString()), "--version"));

        archive("cache/roce");
    }

    @Test
    void shouldDoWithoutWhenThereIsRoomNowhere() throws IOException, InterruptedException
    {
        Files.createFile(checkout.resolve("target"));

        assertEquals(VERSION, run(Map.of("XDG_CACHE_HOME", checkout.resolve(RPING).toString()), "--version"));
    }

    @Test
    void shouldLeaveItToWhomBeganToMakeIt() throws IOException, InterruptedException
    {
        run(Map.of(), "--version");
        final Path archive = archive("target");
        Files.delete(archive);
        final Path making = Files.createDirectory(Path.of(archive + ".making"));

        assertEquals(VERSION, run(Map.of(), "--version"));

        assertEquals(List.of(making), archives("target"));
    }

    /** The jar is newer than what it is made of. */
    private void setAges() throws IOException
    {
        try (Stream<Path> sources = Files.walk(checkout.resolve("captures")))
        {
            for (final Path source : sources.toList())
            {
                Files.setLastModifiedTime(source, secondsAgo(120));
            }
        }
        Files.setLastModifiedTime(jar, secondsAgo(90));
    }

    private static FileTime secondsAgo(final int seconds)
    {
        return FileTime.fromMillis(System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(seconds));
    }

    /** Runs the launcher and answers what it printed, which is all that anybody printed. */
    private String run(final Map<String, String> environment, final String... args)
        throws IOException, InterruptedException
    {
        final Path out = checkout.resolve("out");
        final Path err = checkout.resolve("err");
        final ProcessBuilder launcher = new ProcessBuilder(
            Stream.concat(Stream.of("./roce"), Arrays.stream(args)).toList());
        launcher.directory(checkout.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        launcher.environment().keySet().removeAll(
            Set.of("ROCE_JAVA_OPTS", "ROCE_DEBUG", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
        launcher.environment().putAll(environment);
        final Process process = launcher.start();
        assertTrue(process.waitFor(PATIENCE_S, TimeUnit.SECONDS), "it goes on");
        assertEquals("", Files.readString(err));
        assertEquals(0, process.exitValue());
        return Files.readString(out);
    }

    /** The one archive in a folder, and nothing else of it. */
    private Path archive(final String folder) throws IOException
    {
        final List<Path> archives = archives(folder);
        assertEquals(1, archives.size(), archives.toString());
        assertTrue(Files.isRegularFile(archives.get(0)), archives.toString());
        return archives.get(0);
    }

    private List<Path> archives(final String folder) throws IOException
    {
        try (Stream<Path> files = Files.list(checkout.resolve(folder)))
        {
            return files.filter(file -> file.getFileName().toString().startsWith("classes-")).toList();
        }
    }

    private static void pack(final Path entry, final Set<String> packed, final JarOutputStream out)
        throws IOException
    {
        if (Files.isDirectory(entry))
        {
            try (Stream<Path> files = Files.walk(entry))
            {
                for (final Path file : files.filter(Files::isRegularFile).toList())
                {
                    try (InputStream in = Files.newInputStream(file))
                    {
                        pack(entry.relativize(file).toString(), in, packed, out);
                    }
                }
            }
            return;
        }
        if (!Files.exists(entry))
        {
            return;
        }
        try (JarFile library = new JarFile(entry.toFile()))
        {
            for (final ZipEntry file : library.stream().filter(file -> !file.isDirectory()).toList())
            {
                try (InputStream in = library.getInputStream(file))
                {
                    pack(file.getName(), in, packed, out);
                }
            }
        }
    }

    private static void pack(
        final String name, final InputStream in, final Set<String> packed, final OutputStream out) throws IOException
    {
        if (!name.startsWith("META-INF/") && !"module-info.class".equals(name) && packed.add(name))
        {
            ((JarOutputStream)out).putNextEntry(new ZipEntry(name));
            in.transferTo(out);
        }
    }
}
