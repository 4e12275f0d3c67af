package io.roce.tools.bench;

import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.ShutdownHook;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Builds the C programs in a folder of its own when they are first asked for; closing removes it. One thread. */
final class CPrograms implements AutoCloseable
{
    /** In place of a compiler: nothing is built. */
    static final String NONE = "none";

    private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");
    private static final String COMMON = "common.h";
    private static final long COMPILE_TIMEOUT_S = 60;
    private static final int SHOWN_LENGTH = 300;

    private final List<String> names;
    private final String compiler;
    private final Path folder;
    private final ShutdownHook onShutdown;
    private final Map<CProgram, Path> built = new EnumMap<>(CProgram.class);
    private Set<CLibrary> libraries;

    /**
     * @param wished a compiler's name or file; {@link #NONE} for none; null for the first there is of {@code cc},
     *               {@code gcc} and {@code clang}.
     * @param path   folders with colons between, where it is looked for; null for none.
     */
    CPrograms(final String wished, final String path) throws IOException
    {
        names = wished == null ? COMPILERS : List.of(wished);
        compiler = names.contains(NONE) ? null : names.stream()
            .flatMap(name -> name.contains(File.separator) ? Stream.of(Path.of(name)) :
                Stream.of(path == null ? new String[0] : path.split(File.pathSeparator)).map(d -> Path.of(d, name)))
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst()
            .map(Path::toString)
            .orElse(null);
        folder = Files.createTempDirectory("roce-bench");
        onShutdown = new ShutdownHook("remove-bench", this::remove);
    }

    /** Why a program is not to be had, in one sentence; null when it is. */
    synchronized String absence(final CProgram program) throws IOException
    {
        if (compiler == null)
        {
            return names.contains(NONE) ? "nothing is compared with C, as was asked for" :
                "no C compiler is found (" + String.join(", ", names) +
                    "; Debian: apt-get install gcc libc6-dev): nothing is compared with C";
        }
        for (final CLibrary library : program.needed())
        {
            if (!libraries().contains(library))
            {
                return library.absence() + ": nothing is compared with " + program.file() + ".c";
            }
        }
        if (program == CProgram.ICRC && libraries().isEmpty())
        {
            return "none of the libraries is installed that " + program.file() + ".c compares";
        }
        return null;
    }

    /** The libraries that are here. */
    Set<CLibrary> libraries() throws IOException
    {
        if (libraries == null)
        {
            final Set<CLibrary> found = EnumSet.noneOf(CLibrary.class);
            for (final CLibrary library : CLibrary.values())
            {
                if (compiler != null && isThere(library))
                {
                    found.add(library);
                }
            }
            libraries = found;
        }
        return libraries;
    }

    /**
     * The program, built.
     *
     * @throws CommandFailedException with what the compiler said.
     */
    synchronized Path built(final CProgram program) throws IOException
    {
        Path file = built.get(program);
        if (file == null)
        {
            file = build(program);
            built.put(program, file);
        }
        return file;
    }

    @Override
    public void close()
    {
        remove();
        onShutdown.close();
    }

    private void remove()
    {
        try (Stream<Path> files = Files.list(folder))
        {
            for (final Path file : files.toList())
            {
                Files.delete(file);
            }
            Files.delete(folder);
        }
        catch (final IOException e)
        {
            // What is left in the system's folder for what is temporary, it removes itself.
            return;
        }
    }

    private Path build(final CProgram program) throws IOException
    {
        final Path source = copy(program.file() + ".c");
        copy(COMMON);
        final Path file = folder.resolve(program.file());
        final List<String> options = new ArrayList<>();
        final List<String> links = new ArrayList<>();
        for (final CLibrary library : CLibrary.values())
        {
            if (libraries().contains(library) &&
                (program.needed().contains(library) || program.used().contains(library)))
            {
                options.add(library.define());
                links.add(library.linkOption());
            }
        }
        final String complaint = compile(source, file, options, links);
        if (complaint != null)
        {
            throw new CommandFailedException(compiler + " does not compile " + source.getFileName() + ": " +
                complaint.substring(0, Math.min(SHOWN_LENGTH, complaint.length())).strip());
        }
        return file;
    }

    private boolean isThere(final CLibrary library) throws IOException
    {
        final Path source = Files.writeString(folder.resolve("probe-" + library.key() + ".c"), library.probe());
        return compile(
            source, folder.resolve("probe-" + library.key()), List.of(), List.of(library.linkOption())) == null;
    }

    /** What the compiler complains of; null when it has made the program. */
    private String compile(
        final Path source, final Path file, final List<String> options, final List<String> links) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of(compiler, "-O2"));
        command.addAll(options);
        command.addAll(List.of("-o", file.toString(), source.toString()));
        command.addAll(links);
        final Path log = folder.resolve("compiler.log");
        final Process process = new ProcessBuilder(command)
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try
        {
            if (!process.waitFor(COMPILE_TIMEOUT_S, TimeUnit.SECONDS))
            {
                process.destroyForcibly();
                return "it is not done within " + COMPILE_TIMEOUT_S + " s";
            }
        }
        catch (final InterruptedException e)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new CommandFailedException("interrupted", e);
        }
        return process.exitValue() == 0 ? null : Files.readString(log, StandardCharsets.UTF_8);
    }

    private Path copy(final String name) throws IOException
    {
        final Path file = folder.resolve(name);
        if (!Files.exists(file))
        {
            try (InputStream source = CPrograms.class.getResourceAsStream(name))
            {
                Files.copy(source, file);
            }
        }
        return file;
    }
}
